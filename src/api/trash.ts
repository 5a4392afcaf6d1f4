import Type, { type Static } from 'typebox';
import { closed, PageEnd, successOf, Timestamp, Url } from './envelope.ts';
import { Ids, ImageInfo } from './images.ts';

const TrashedInfo = Type.Object(
  {
    ...ImageInfo.properties,
    trashed_at: Timestamp,
    purge_at: Type.String({ ...Timestamp, description: 'When it is deleted for good.' }),
    thumbnail_url: Type.String({
      ...Url,
      description: 'For its owner only; the links of an image in the trash answer 404.',
    }),
  },
  { title: 'ImageInTrash' },
);
export type TrashedInfo = Static<typeof TrashedInfo>;

const TrashPage = Type.Object({ images: Type.Array(TrashedInfo), ...PageEnd });
export type TrashPage = Static<typeof TrashPage>;

const EmptiedTrash = Type.Object({
  deleted: Type.Integer({ description: 'Images deleted for good.' }),
  remaining: Type.Integer({ description: 'Images still in the trash.' }),
});
export type EmptiedTrash = Static<typeof EmptiedTrash>;

/** Successful responses about the trash, by their use. */
export const TrashResponses = {
  trash: successOf(TrashPage, 'Trash'),
  emptied: successOf(EmptiedTrash, 'TrashEmptied'),
};

/** JSON bodies about the trash. */
export const TrashBodies = {
  restore: Type.Object({ ids: Ids }, closed),
  empty: Type.Object(
    {
      ids: Type.Optional(Ids),
      all: Type.Optional(Type.Literal(true, { description: 'The whole trash, instead of `ids`.' })),
    },
    closed,
  ),
};
