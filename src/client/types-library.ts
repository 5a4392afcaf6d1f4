import type { FormatName } from '../core/formats.ts';
import type { ErrorFields, ImageInfo } from './types.ts';

// What the API answers about an account's images and albums.

/** A part of a list; there is more while `has_more`, on the page that `next_cursor` leads to. */
interface PageEnd {
  next_cursor: string | null;
  has_more: boolean;
}

export interface ImagePage extends PageEnd {
  images: ImageInfo[];
}

export interface PageOptions {
  /** 1 to 100. */
  limit?: number | undefined;
  /** `next_cursor` of the page before. */
  cursor?: string | undefined;
}

/** Which images are wanted, and in which order. */
export interface ImageListOptions extends PageOptions {
  /** Album name; '' = only those in no album. */
  album?: string | undefined;
  album_id?: string | undefined;
  format?: FormatName | undefined;
  order?: 'newest' | 'oldest' | 'largest' | 'smallest' | undefined;
  /** Text that the file name holds. */
  q?: string | undefined;
}

/** What is to change of an image; what is absent stays. */
export interface ImageChange {
  /** Album name; null = in no album. */
  album?: string | null;
  filename?: string;
  /** Hours from now; 0 = permanent. */
  expiry?: number;
}

export interface Album {
  id: string;
  name: string;
  description: string | null;
  image_count: number;
  /** Bytes of its images. */
  total_size: number;
  cover: { id: string; thumbnail: string } | null;
  created_at: string;
  updated_at: string;
  public: boolean;
  /** Who has it can look at the album. */
  public_url: string | null;
}

export interface AlbumPage extends PageEnd {
  albums: Album[];
}

/** What is to change of an album; what is absent stays. */
export interface AlbumChange {
  name?: string;
  description?: string | null;
  /** null = the newest image. */
  cover_image_id?: string | null;
  public?: boolean;
}

export interface DeletedAlbum {
  id: string;
  deleted: true;
  images_deleted: number;
}

/** What became of one of several images. */
export type EachItem<T> =
  | { index: number; id: string; success: true; data: T }
  | { index: number; id: string; success: false; status: number; error: ErrorFields };

export interface EachResult<T> {
  total: number;
  succeeded: number;
  failed: number;
  /** In the order of the request. */
  results: EachItem<T>[];
}
