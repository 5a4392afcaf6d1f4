import type { AppError } from '../core/errors.ts';
import type { FormatName } from '../core/formats.ts';
import type { Links } from '../core/links.ts';

// A door speaks the upload protocol of another program. Its routes are pure functions: `src/http/doors` mounts them over
// the same function that receives the uploads of the API, so that limits, scopes and checks are those of the API.

/** A stored image, with the members of the API's answer. */
export interface DoorImage {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width: number;
  height: number;
  format: FormatName;
  /** ISO 8601, in UTC. */
  uploaded_at: string;
  links: Links;
  expires_at: string | null;
  animated?: boolean;
  views?: number;
  /** Absent in a repeated answer to an anonymous caller. */
  delete_token?: string | undefined;
  delete_url?: string | undefined;
}

/** A file of an upload that was refused while others were stored. */
export interface RefusedFile {
  filename: string;
  /** In English, with its cause. */
  message: string;
}

/** Texts by name: the query of the request, then the path parameters and the text fields of its body. */
export type Values = ReadonlyMap<string, string>;

/** An answer in the form of the protocol. An object is sent as JSON. */
export interface DoorAnswer {
  /** Default 200. */
  status?: number;
  body: object | string;
  /** Content type of a text. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

interface Common {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Whole path; parameters as `:name`. */
  path: string;
  /** Answer to a refusal. Its status is that of the error unless it says another one. */
  fail(error: AppError): DoorAnswer;
}

/** Text fields of `POST /api/v1/upload`. */
export type UploadOptions = Readonly<Record<string, string | undefined>>;

export interface UploadRoute extends Common {
  act: 'upload';
  /** Names of the parts with files, the documented one first. `name[]` also means `name[0]`, and `name-0` also `name-1`. */
  parts: readonly string[];
  /**
   * One file by default. 'all': several files, stored together or not at all. 'each': several files, each with a result of
   * its own.
   */
  several?: 'all' | 'each';
  /**
   * Bodies beside a form with files. `text`: the file may be base64, a data: URL or an address, in a part without a file
   * name, in a URL-encoded body or in the query. `raw`: the body may be the file itself.
   */
  takes?: readonly ('text' | 'raw')[];
  /** Name of the value with a key, where the protocol has one beside the header and the query. */
  keyField?: string;
  /** Names of the other values that `read` and `succeed` use. */
  fields?: readonly string[];
  /** True where a caller without a key is refused: a GET changes nothing for people who only follow a link. */
  needsKey?: boolean;
  /**
   * The options under other names than those of the API, which are always read.
   * @throws AppError INVALID_EXPIRY, INVALID_PARAMETER
   */
  read?(values: Values): UploadOptions;
  /** @param images at least one */
  succeed(images: readonly DoorImage[], values: Values, refused: readonly RefusedFile[]): DoorAnswer;
}

/** Info about one image. */
export interface ShowRoute extends Common {
  act: 'show';
  read(values: Values): { id: string };
  succeed(image: DoorImage): DoorAnswer;
}

/** Deletion of one image. */
export interface DeleteRoute extends Common {
  act: 'delete';
  /** @returns the id, and the delete token where the request has one */
  read(values: Values): { id: string; token?: string };
  succeed(id: string): DoorAnswer;
}

/** Makes an API key for an e-mail address and its password. */
export interface SignInRoute extends Common {
  act: 'sign-in';
  read(values: Values): { email: string; password: string };
  succeed(key: string): DoorAnswer;
}

/** A fixed answer. */
export interface DescribeRoute extends Common {
  act: 'describe';
  succeed(baseUrl: string): DoorAnswer;
}

export type DoorRoute = UploadRoute | ShowRoute | DeleteRoute | SignInRoute | DescribeRoute;

export interface Door {
  /** As `IMGD_DOORS` names it. */
  name: string;
  /** Start of all its paths. */
  prefix: string;
  /** The credential in its header field, as a bearer credential; undefined = anonymous. Default: as in the API. */
  credential?(authorization: string): string | undefined;
  routes: readonly DoorRoute[];
}

/** Whether a part holds a file. */
export function isFilePart({ parts }: Pick<UploadRoute, 'parts'>, name: string): boolean {
  const plain = name.replace(/\[\d{0,6}\]$/, '[]').replace(/-\d{1,6}$/, '-0');
  return parts.includes(name) || parts.includes(plain);
}
