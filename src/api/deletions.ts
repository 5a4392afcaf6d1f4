import Type, { type Static } from 'typebox';
import { nullable, successOf, Timestamp } from './images.ts';

const DeletionProgress = Type.Object({
  id: Type.String({ description: 'For `GET /api/v1/deletions/{id}`.' }),
  storage: Type.Object({
    state: Type.Enum(['pending', 'gone', 'shared'], {
      description: 'shared = an equal image has the same bytes, so they stay.',
    }),
    at: nullable(Timestamp),
  }),
  edge: Type.Object({
    state: Type.Enum(['none', 'pending', 'purged', 'failed'], {
      description: 'none = no edge has to be told; failed = it is not told again.',
    }),
    at: nullable(Timestamp),
    attempts: Type.Integer(),
    last_error: nullable(Type.String()),
  }),
});
export type DeletionProgress = Static<typeof DeletionProgress>;

export const DeletedImage = Type.Object({
  id: Type.String(),
  deleted: Type.Literal(true),
  deleted_at: Timestamp,
  deletion: DeletionProgress,
});
export type DeletedImage = Static<typeof DeletedImage>;

/** Answers about what is deleted. */
export const DeletionResponses = {
  deleted: successOf(DeletedImage, 'ImageDeleted'),
  deletion: successOf(
    Type.Object({
      ...DeletionProgress.properties,
      image_id: Type.String(),
      cause: Type.Enum(['request', 'expiry', 'takedown', 'repair']),
      deleted_at: Timestamp,
    }),
    'Deletion',
  ),
};
