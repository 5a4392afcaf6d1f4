import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { type AppErrorOptions, ERRORS, type ErrorCode } from '../core/errors.ts';
import { FORMAT_NAMES } from '../core/formats.ts';
import { DecoderLostError, type LossKind } from './errors.ts';
import type {
  MadeVariant,
  ProcessedImage,
  ProcessJob,
  StorableImage,
  Thumbnail,
  VariantJob,
  WrittenFile,
} from './port.ts';

/** The file descriptor of the socket in a decoder process. */
export const CHANNEL_FD = 3;

/** The jobs and results of a decoder process, by the name of the task. */
export interface DecoderWork {
  process: { job: ProcessJob; made: ProcessedImage };
  makeVariant: { job: VariantJob; made: MadeVariant };
}

export type DecoderTask = {
  [Name in keyof DecoderWork]: { name: Name; job: DecoderWork[Name]['job'] };
}[keyof DecoderWork];

export type DecoderReply =
  | ({ ok: true; made: DecoderWork[keyof DecoderWork]['made'] } & ProcessUsage)
  | ({ ok: false; code: ErrorCode; options: AppErrorOptions; cause: string } & ProcessUsage);

/** Sent at most once during a task, when the structure of the file is known and raises the CPU budget. */
export interface DecoderProgress {
  /** Width x height of all frames, on which the CPU budget depends. */
  pixels: number;
}

export interface ProcessUsage {
  cpuSeconds: number;
  /** The process holds memory that only its end releases, so it must not get another job. */
  mustRetire: boolean;
}

const STDERR_KEPT_CHARACTERS = 2_000;
/** The exit code by which a wrapper reports that its program was ended by SIGKILL. */
const KILLED_CODE = 128 + 9;
/** Of one message of a decoder process. */
const MAX_MESSAGE_CHARACTERS = 64 * 1024;
const MAX_TEXT = 1_000;
const MAX_LIST = 100;
const MAX_RETRY_SECONDS = 3_600;

/** Messages to and from a decoder process: lines of JSON over a socket. */
export interface Channel {
  /** Resolves at the first message. Rejects when the process ends before it. */
  ready: Promise<unknown>;
  /**
   * Sends a task and waits for the reply. The caller checks the paths in it (`job-files.ts`).
   * @param onPixels called at most once before the reply, with the pixels of all frames, when the structure is known
   * @throws DecoderLostError if the process ends, breaks the protocol or exceeds the time
   */
  ask(task: DecoderTask, timeoutMs: number, onPixels: (pixels: number) => void): Promise<DecoderReply>;
}

/**
 * Not the channel of `fork`: a process could make its parent fail there, by a message of unbounded length or by one of
 * the messages of Node.js itself.
 * @param kill ends the process after a wrong message
 */
export function openChannel(child: ChildProcess, kill: () => void): Channel {
  const socket = child.stdio[CHANNEL_FD] as Duplex;
  const stderr = collectStderr(child);
  const waiting: { resolve: (message: unknown) => void; reject: (error: Error) => void }[] = [];
  let received = '';
  let end: DecoderLostError | undefined;
  /** Of the task, until the process has sent its progress. */
  let takeProgress: ((pixels: number) => void) | undefined;

  function next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (end !== undefined) rejectAll(end);
    });
  }

  function lose(reason: string, kind: LossKind = 'crash'): void {
    end ??= new DecoderLostError(reason, { kind });
    rejectAll(end);
  }

  function rejectAll(error: DecoderLostError): void {
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  function breakOff(reason: string): void {
    lose(reason);
    socket.destroy();
    kill();
  }

  function onData(text: string): void {
    const lines = (received + text).split('\n');
    received = lines.pop() ?? '';
    for (const line of lines) {
      const message = parsed(line);
      const pixels = progressIn(message);
      if (pixels !== undefined && takeProgress !== undefined) {
        takeProgress(pixels);
        takeProgress = undefined;
        continue;
      }
      const first = waiting.shift();
      if (first === undefined) breakOff('the decoder process sent a message without a task');
      else first.resolve(message);
    }
    if (received.length > MAX_MESSAGE_CHARACTERS) breakOff('the decoder process sent a message that is too long');
  }

  const ready = next();
  socket.setEncoding('utf8').on('data', onData);
  // The process has ended, which `exit` reports with the reason, or the time limit ends it.
  socket.on('error', () => undefined);
  child.once('error', (error) => lose(`the decoder process cannot be started: ${error.message}`, 'killed'));
  child.once('exit', (code, signal) => {
    const kind = signal === 'SIGKILL' || code === KILLED_CODE ? 'killed' : 'crash';
    lose(`the decoder process ended (code ${code}, signal ${signal}): ${stderr()}`, kind);
  });

  return {
    ready,
    async ask(task, timeoutMs, onPixels) {
      takeProgress = onPixels;
      const timer = setTimeout(() => lose(`decoding took longer than ${timeoutMs} ms`, 'timeout'), timeoutMs);
      const reply = next();
      socket.write(`${JSON.stringify(task)}\n`);
      return checkReply(await reply.finally(() => clearTimeout(timer)));
    },
  };
}

/** The pixels in a message that is the progress of a task; undefined for any other. */
function progressIn(message: unknown): number | undefined {
  const pixels = (message as Partial<DecoderProgress> | null | undefined)?.pixels;
  return typeof pixels === 'number' && pixels >= 0 ? pixels : undefined;
}

/** @returns undefined for a text that is not JSON, which no reply is */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function collectStderr(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_KEPT_CHARACTERS);
  });
  return () => text.trim();
}

type Facts = Record<string, unknown>;

/**
 * Checks the type and the size of every member of a reply, because a hostile picture may control the process that sent it.
 * Unknown members are dropped.
 * @throws DecoderLostError that names the wrong member
 */
function checkReply(value: unknown): DecoderReply {
  const reply = object(value, 'reply');
  const cpuSeconds = amount(reply.cpuSeconds, 'cpuSeconds', Number.MAX_VALUE);
  const usage = { cpuSeconds, mustRetire: flag(reply.mustRetire, 'mustRetire') };
  if (flag(reply.ok, 'ok')) return { ok: true, made: made(object(reply.made, 'made')), ...usage };
  const code = oneOf(reply.code, Object.keys(ERRORS) as ErrorCode[], 'code');
  return {
    ok: false,
    code,
    options: errorOptions(object(reply.options, 'options')),
    cause: text(reply.cause, 'cause'),
    ...usage,
  };
}

function made(value: Facts): ProcessedImage | MadeVariant {
  return 'thumbnail' in value
    ? processed(value)
    : { ...file(value), format: oneOf(value.format, FORMAT_NAMES, 'format') };
}

function processed(value: Facts): ProcessedImage {
  const hash = value.perceptualHash;
  return {
    ...storable(value),
    uploadedSha256: matching(value.uploadedSha256, /^[0-9a-f]{64}$/, 'uploadedSha256'),
    perceptualHash: hash === null ? null : matching(hash, /^[0-9a-f]{16}$/, 'perceptualHash'),
    thumbnail: thumbnail(object(value.thumbnail, 'thumbnail')),
  };
}

function storable(value: Facts): StorableImage {
  const { removed } = value;
  if (!Array.isArray(removed) || removed.length > MAX_LIST) throw wrong('removed');
  return {
    ...extent(value),
    format: oneOf(value.format, FORMAT_NAMES, 'format'),
    frames: count(value.frames, 'frames'),
    hasAlpha: flag(value.hasAlpha, 'hasAlpha'),
    removed: removed.map((kind) => text(kind, 'removed')),
    original: file(object(value.original, 'original')),
  };
}

function thumbnail(value: Facts): Thumbnail {
  return {
    ...extent(value),
    format: oneOf(value.format, FORMAT_NAMES, 'thumbnail.format'),
    file: value.file === null ? null : file(object(value.file, 'thumbnail.file')),
  };
}

function extent({ width, height }: Facts): { width: number; height: number } {
  return { width: count(width, 'width'), height: count(height, 'height') };
}

function file({ path, sizeBytes, sha256 }: Facts): WrittenFile {
  return {
    path: text(path, 'path'),
    sizeBytes: count(sizeBytes, 'sizeBytes'),
    sha256: matching(sha256, /^[0-9a-f]{64}$/, 'sha256'),
  };
}

function errorOptions({ detail, details, retryAfterSeconds }: Facts): AppErrorOptions {
  return {
    ...(detail === undefined ? {} : { detail: text(detail, 'detail') }),
    ...(details === undefined ? {} : { details: object(details, 'details') }),
    ...(retryAfterSeconds === undefined
      ? {}
      : { retryAfterSeconds: amount(retryAfterSeconds, 'retryAfterSeconds', MAX_RETRY_SECONDS) }),
  };
}

function object(value: unknown, name: string): Facts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name);
  return value as Facts;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw wrong(name);
  return value;
}

function matching(value: unknown, form: RegExp, name: string): string {
  const found = text(value, name);
  if (!form.test(found)) throw wrong(name);
  return found;
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw wrong(name);
  return found;
}

function flag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw wrong(name);
  return value;
}

function count(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(name);
  return value as number;
}

function amount(value: unknown, name: string, max: number): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= max)) throw wrong(name);
  return value;
}

function wrong(name: string): DecoderLostError {
  return new DecoderLostError(`the decoder process sent a wrong reply (${name})`);
}
