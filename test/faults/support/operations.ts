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
export const expiring = ending('expire', 'expires_at = 1', 'expire-images');

/** Ends the time of images in the trash and waits for the job that removes them. */
export const purging = ending('purge', 'trashed_at = 1, purge_at = 1', 'purge-trash');

/** @param columns SQL that makes an image due @param kind of the job that removes it */
function ending(name: string, columns: string, kind: string): Operation {
  return {
    name,
    async prepare(scene) {
      for (let i = 0; i < EXPIRING; i++) await uploading.run(scene);
    },
    async run({ service, journal }) {
      const due = [...journal.live.values()].slice(-EXPIRING);
      const file = new DatabaseSync(join(service.dataDir, 'imgd.sqlite'), { timeout: 5_000 });
      try {
        const update = file.prepare(`UPDATE images SET ${columns} WHERE id = ?`);
        for (const entry of due) {
          update.run(entry.id);
          journal.live.delete(entry.id);
          journal.deleted.set(entry.id, entry);
        }
      } finally {
        file.close();
      }
      const images = `(SELECT count(*) FROM images WHERE ${columns.split(', ')[0]})`;
      await runJob(service, kind, `${images} + (SELECT count(*) FROM garbage)`);
      return undefined;
    },
  };
}

/** Makes a periodic job due, and waits until it has run. @param left SQL of the number of rows that it has to remove */
async function runJob(service: Service, kind: string, left: string): Promise<void> {
  const file = new DatabaseSync(join(service.dataDir, 'imgd.sqlite'), { timeout: 5_000 });
  try {
    file.exec(`UPDATE jobs SET run_at = 0 WHERE kind = '${kind}'`);
    const due = `(SELECT count(*) FROM jobs WHERE kind = '${kind}' AND run_at = 0)`;
    const rows = file.prepare(`SELECT ${left} + ${due} AS n`);
    while (service.running() && rows.get()?.n !== 0) await sleep(20);
  } finally {
    file.close();
  }
}

const VARIANTS = ['160.webp', '160.jpg', '160.png'];

/** Makes variants and waits for the job that evicts them; the service has `EVICTS_ALL`. */
export const evicting: Operation = {
  name: 'evict',
  async prepare(scene) {
    await uploading.run(scene);
    const entry = [...scene.journal.live.values()].at(-1);
    for (const file of VARIANTS) {
      const { status } = await request(`${scene.service.url}/v/${entry?.id}/${file}`);
      if (status !== 200) throw new Error(`the variant has status ${status}`);
    }
  },
  async run({ service }) {
    await runJob(service, 'evict-variants', '(SELECT count(*) FROM variants) + (SELECT count(*) FROM garbage)');
    return undefined;
  },
};

/** No variant survives a run of the job. */
export const EVICTS_ALL = { IMGD_VARIANT_BYTES: '1' };
