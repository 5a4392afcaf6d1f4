import contentDisposition from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { createCallerSlots } from '../../lib/caller-slots.ts';
import { type ArchiveFile, createZipArchive, safeArchiveName } from '../../lib/zip-archive.ts';
import type { NamedWindow } from '../../limits/windows.ts';

/** Archives that this process sends at the same time. Each keeps some hundred bytes for each of its files. */
const MAX_AT_ONCE = 16;
/** Few, so that one caller with slow connections does not keep the others out. */
const MAX_AT_ONCE_OF_CALLER = 2;
const RETRY_AFTER_SECONDS = 30;

/** Counts the archives in progress. */
export interface ArchiveSlots {
  /**
   * @returns frees the slot
   * @throws AppError TOO_MANY_ATTEMPTS when the caller has its share already, SERVICE_UNAVAILABLE when no slot is free
   */
  acquire(caller: string): () => void;
}

export function createArchiveSlots(total = MAX_AT_ONCE, ofCaller = MAX_AT_ONCE_OF_CALLER): ArchiveSlots {
  const slots = createCallerSlots(total, ofCaller);
  return {
    acquire(caller) {
      const slot = slots.acquire(caller);
      if (slot === 'caller') {
        throw new AppError('TOO_MANY_ATTEMPTS', {
          detail: 'Wait until one of your downloads has ended.',
          details: { archives_at_once: ofCaller },
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      if (slot === 'all') {
        const detail = 'Too many archives are in progress.';
        throw new AppError('SERVICE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      return slot;
    },
  };
}

export interface ArchiveDeps {
  /** `archives` bounds how many a caller begins. */
  windows: { readonly archives: NamedWindow };
  archiveSlots: ArchiveSlots;
}

export interface ArchiveAnswer {
  /** Whose share of the archives it uses. */
  subject: { address: string } | { account: string };
  /** Without extension. It need not be safe as a file name. */
  name: string;
  /** Lists the files once the archive may begin; a list gives the answer a length. */
  files: () => Promise<readonly ArchiveFile[] | AsyncIterable<ArchiveFile>>;
}

/**
 * Sends a ZIP archive that is made while it is sent. When a file is missing, or the store fails, the connection is
 * closed before the end of the body: the client knows that its copy is not complete. The bytes have no validator, so that
 * ranges are not supported, and no cache keeps them.
 * @throws AppError TOO_MANY_ATTEMPTS, SERVICE_UNAVAILABLE, and the errors of `files`
 */
export async function sendArchive(
  { windows, archiveSlots }: ArchiveDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, name, files }: ArchiveAnswer,
): Promise<FastifyReply> {
  reply.type('application/zip').headers({
    'content-disposition': contentDisposition(`${safeArchiveName(name)}.zip`, { type: 'attachment' }),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  if (request.method === 'HEAD') return reply.send();
  // An answer without a reader still frees its slot.
  const release = archiveSlots.acquire(JSON.stringify(subject));
  if (reply.raw.destroyed) release();
  else reply.raw.once('close', release);
  await windows.archives.count(subject);
  const { stream, sizeBytes } = createZipArchive(await files());
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes);
  return reply.send(stream);
}
