/** Work that is done again and again, never twice at once. */
export interface Loop {
  start(): void;
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
  stopped(): boolean;
}

/** @param pauseMs from the end of one round to the beginning of the next */
export function createLoop(work: () => Promise<void>, pauseMs: number, onError: (error: unknown) => void): Loop {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> | undefined;

  function round(): void {
    if (stopped) return;
    running = work().catch(onError);
    void running.then(() => {
      if (!stopped) timer = setTimeout(round, pauseMs);
    });
  }

  return {
    start: round,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
    stopped: () => stopped,
  };
}
