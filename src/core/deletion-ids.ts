import { randomBase62 } from './base62.ts';

const DELETION_ID = /^del_[0-9A-Za-z]{22}$/;

/** A new id of a deletion: who has it may see what became of it, so it holds 131 random bits. */
export function newDeletionId(): string {
  return `del_${randomBase62(22)}`;
}

export function isDeletionId(text: string): boolean {
  return DELETION_ID.test(text);
}
