import { useEffect, useState } from 'preact/hooks';

/** Becomes true a while after `happened`, and stays true. */
export function useLater(afterMs: number, happened: boolean): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    if (!happened || later) return;
    const timer = setTimeout(() => setLater(true), afterMs);
    return () => clearTimeout(timer);
  }, [happened, later, afterMs]);
  return later;
}
