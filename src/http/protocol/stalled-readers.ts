import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The least rate of an answer: over each window. */
const LEAST_RATE = { windowMs: 60_000, bytesPerSecond: 8 * 1024 };
const LOOKS_A_WINDOW = 6;

/**
 * Closes connections whose client does not read: each window must take its share of what waits to be sent. Windows in
 * which nothing waits do not count. The whole time is unlimited, because a large file over a slow line is legal.
 */
export function endStalledReaders(server: Server, { windowMs, bytesPerSecond } = LEAST_RATE): void {
  const readers = new Map<Socket, { sinceMs: number; delivered: number }>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { sinceMs: performance.now(), delivered: 0 });
    socket.on('close', () => readers.delete(socket));
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, since] of readers) {
      const waiting = socket.writableLength;
      const delivered = socket.bytesWritten - waiting;
      const elapsedMs = nowMs - since.sinceMs;
      const isFull = elapsedMs >= windowMs;
      const share = (bytesPerSecond * elapsedMs) / 1_000;
      if (waiting === 0 || (isFull && delivered - since.delivered >= share)) {
        readers.set(socket, { sinceMs: nowMs, delivered });
      } else if (isFull && delivered - since.delivered + waiting < share) {
        // The operating system may have sent a part of what waits, so all of it counts as delivered here.
        socket.destroy();
      }
    }
  }, windowMs / LOOKS_A_WINDOW);
  timer.unref();
  server.on('close', () => clearInterval(timer));
}
