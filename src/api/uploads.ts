import Type, { type Static } from 'typebox';
import { ErrorFields, nullable, successOf, Timestamp } from './envelope.ts';
import { ImageResponses } from './images.ts';

const UploadStatus = Type.Object(
  {
    status: Type.Enum(['uploading', 'processing', 'complete', 'failed'], {
      description:
        'processing = all bytes have come, and the image is being made; a HEAD or an empty PATCH continues it after a failure of the server.',
    }),
    offset: Type.Integer({ description: 'Durable bytes.' }),
    length: Type.Integer({ description: 'Bytes of the whole file.' }),
    expires_at: Timestamp,
    image: nullable(ImageResponses.uploaded.properties.data),
    error: nullable(ErrorFields),
  },
  { title: 'UploadStatus' },
);
export type UploadStatus = Static<typeof UploadStatus>;

export const UploadResponses = { status: successOf(UploadStatus, 'ResumableUpload') };

/** Header fields of tus 1.0.0, for the API description only: the handlers check them. */
const version = Type.Literal('1.0.0');
export const UploadHeaders = {
  create: Type.Object({
    'Tus-Resumable': version,
    'Upload-Length': Type.Integer({ minimum: 1, description: 'Bytes of the file.' }),
    'Upload-Metadata': Type.Optional(
      Type.String({ description: 'Names and base64 values: filename (or name), album, expiry.' }),
    ),
    'Upload-Checksum': Type.Optional(Type.String({ description: 'Of a first part in the body.' })),
  }),
  append: Type.Object({
    'Tus-Resumable': version,
    'Upload-Offset': Type.Integer({ minimum: 0, description: 'Where the body continues.' }),
    'Upload-Checksum': Type.Optional(
      Type.String({ description: 'Algorithm (sha1, sha256, sha512, md5) and base64 digest of the body.' }),
    ),
  }),
  other: Type.Object({ 'Tus-Resumable': version }),
};
