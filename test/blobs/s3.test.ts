import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { createS3Blobs } from '../../src/blobs/s3.ts';
import { blobStoreContract } from '../contracts/blob-store.ts';
import { cephMissing, openTestS3, type TestS3 } from '../support/ceph.ts';
import { redirects } from './redirects.ts';
import { s3Failures } from './s3-failures.ts';
import { s3Ownership } from './s3-ownership.ts';
import { startErrors } from './start-errors.ts';

// All suites share one Ceph, which takes seconds to start.
let opening: Promise<TestS3> | undefined;
const opened = () => {
  opening ??= openTestS3();
  return opening;
};
after(async () => (await opening)?.[Symbol.asyncDispose]());

const open = (prefix: string) => async () => {
  const s3 = await opened();
  const own = prefix.replace('*', randomUUID());
  return {
    store: createS3Blobs(s3.location({ prefix: own })),
    plant: (key: string, bytes: Buffer) => s3.plant(own + key, bytes),
    peek: (key: string) => s3.peek(own + key),
    keys: () => s3.keys(own),
    close: async () => {},
  };
};

/** Settings of a service with its own prefix. */
async function settings(): Promise<Record<string, string>> {
  return { IMGD_BLOBS: 's3', ...(await opened()).env, IMGD_S3_PREFIX: randomUUID() };
}

const skip = cephMissing();
blobStoreContract('S3 on Ceph', open('deep/*/'), { skip, keySets: 10 });
s3Failures(opened, { skip });
startErrors(settings, { skip });
s3Ownership(opened, settings, { skip });
redirects(opened, settings, { skip });
