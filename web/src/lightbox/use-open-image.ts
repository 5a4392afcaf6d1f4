import { useEffect, useRef } from 'preact/hooks';
import { navigate, useLocation } from '../router.ts';

const PARAMETER = 'image';

/**
 * The image that the address opens, such as `/library?image=0DLhAzUl5jw0`. Opening adds an entry to the history, so that
 * Back closes; the next and the previous image replace it.
 * @returns the id, or undefined, and a function that opens an image, or closes without an id
 */
export function useOpenImage(): [string | undefined, (id: string | undefined) => void] {
  const { path, query } = useLocation();
  const open = query.get(PARAMETER) ?? undefined;
  /** The entry before this one in the history is the same page without the image. */
  const isPushed = useRef(false);
  useEffect(() => {
    if (open === undefined) isPushed.current = false;
  }, [open]);
  const show = (id: string | undefined) => {
    if (id === open) return;
    if (id === undefined && isPushed.current) return history.back();
    const next = new URLSearchParams(query);
    if (id === undefined) next.delete(PARAMETER);
    else next.set(PARAMETER, id);
    if (open === undefined) isPushed.current = true;
    const text = next.toString();
    navigate(text === '' ? path : `${path}?${text}`, { replace: open !== undefined });
  };
  return [open, show];
}
