import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';

/** All keys below a prefix, with it. */
export async function keysBelow(client: S3Client, Bucket: string, Prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    keys.push(...Contents.map(({ Key = '' }) => Key));
  }
  return keys;
}
