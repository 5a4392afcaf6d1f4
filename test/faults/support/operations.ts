import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, dataOf, request, type Uploaded, upload, uploadBulk } from './client.ts';
import { acknowledge, type Journal, removeAndRecord } from './journal.ts';
import { noisePng } from './pictures.ts';
import type { Random } from './random.ts';
import type { Service } from './service.ts';

/** An operation of a service, with a failure injected at each of its system calls. */
export interface Operation {
  name: string;
  /** Runs before, without a failure. */
  prepare?: (scene: Scene) => Promise<void>;
  /** Resolves with the response, if the operation has one. @throws TypeError when the connection is lost */
  run: (scene: Scene) => Promise<Answer | undefined>;
}

export interface Scene {
  service: Service;
  journal: Journal;
  random: Random;
}

const BULK_FILES = 3;
const EXPIRING = 3;

export const uploading: Operation = {
  name: 'upload',
  async run({ service, journal, random }) {
    const answer = await upload(service.url, { bytes: await noisePng(random) });
    if (answer.status === 200) acknowledge(journal, dataOf(answer));
    return answer;
  },
};

export const bulkUploading: Operation = {
  name: 'bulk upload',
  async run({ service, journal, random }) {
    const files = await Promise.all(
      Array.from({ length: BULK_FILES }, async () => ({ bytes: await noisePng(random) })),
    );
    const answer = await uploadBulk(service.url, files);
    if (answer.status === 200) {
      const { results } = dataOf<{ results: { success: boolean; data: Uploaded }[] }>(answer);
      for (const { success, data } of results) if (success) acknowledge(journal, data);
    }
    return answer;
  },
};

export const deleting: Operation = {
  name: 'delete',
  prepare: async (scene) => void (await uploading.run(scene)),
  async run({ service, journal }) {
    const entry = [...journal.live.values()].at(-1);
    if (entry === undefined) throw new Error('no image to delete');
    return removeAndRecord(journal, service.url, entry);
  },
};

export const reading: Operation = {
  name: 'read',
  prepare: async (scene) => void (await uploading.run(scene)),
  async run({ service, journal }) {
    const [path] = [...journal.live.values()].at(-1)?.served.keys() ?? [];
    return request(`${service.url}${path}`);
  },
};

/** Lets images expire and waits for the job that removes them. */
export const expiring: Operation = {
  name: 'expire',
  async prepare(scene) {
    for (let i = 0; i < EXPIRING; i++) await uploading.run(scene);
  },
  async run({ service, journal }) {
    const expired = [...journal.live.values()].slice(-EXPIRING);
    const file = new DatabaseSync(join(service.dataDir, 'imgd.sqlite'), { timeout: 5_000 });
    try {
      const update = file.prepare('UPDATE images SET expires_at = 1 WHERE id = ?');
      for (const entry of expired) {
        update.run(entry.id);
        journal.live.delete(entry.id);
        journal.deleted.set(entry.id, entry);
      }
      file.exec("UPDATE jobs SET run_at = 0 WHERE kind = 'expire-images'");
      const left = file.prepare(
        "SELECT (SELECT count(*) FROM images WHERE expires_at = 1) + (SELECT count(*) FROM garbage) + (SELECT count(*) FROM jobs WHERE kind = 'expire-images' AND run_at = 0) AS n",
      );
      while (service.running() && left.get()?.n !== 0) await sleep(20);
    } finally {
      file.close();
    }
    return undefined;
  },
};
