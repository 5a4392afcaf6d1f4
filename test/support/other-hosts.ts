import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// Small databases of other hosts, written by the schemas of their versions, and the folders of their files.

/** An image of another host. */
export interface OtherImage {
  id: number;
  bytes: Buffer;
  name: string;
  /** 1 to 28. */
  day: number;
  /** Number of an account; null = none. */
  user: number | null;
  album: number | null;
  /** SQL text or null. */
  expires?: string;
}

/** A text of MySQL. */
const text = (value: string | null) =>
  value === null
    ? 'NULL'
    : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('"', '\\"')}'`;
const two = (day: number) => String(day).padStart(2, '0');

const CHEVERETO_COLUMNS = `
  \`image_id\` bigint NOT NULL AUTO_INCREMENT,
  \`image_name\` varchar(255) NOT NULL,
  \`image_extension\` varchar(255) NOT NULL,
  \`image_date\` datetime NOT NULL,
  \`image_date_gmt\` datetime NOT NULL,
  \`image_title\` varchar(100) DEFAULT NULL,
  \`image_user_id\` bigint DEFAULT NULL,
  \`image_album_id\` bigint DEFAULT NULL,
  \`image_storage_mode\` enum('datefolder','direct','old','path') NOT NULL DEFAULT 'datefolder',
  \`image_original_filename\` varchar(255) NOT NULL,
  \`image_views\` bigint NOT NULL DEFAULT '0',
  \`image_expiration_date_gmt\` datetime DEFAULT NULL,
  PRIMARY KEY (\`image_id\`),
  KEY \`image_name\` (\`image_name\`)
) ENGINE=InnoDB`;

function cheveretoImage({ id, name, day, user, album, expires }: OtherImage): string {
  const date = `'2021-03-${two(day)} 08:09:10'`;
  const place = `${user ?? 'NULL'},${album ?? 'NULL'},'datefolder'`;
  const original = text(`It's "${name}" ü.png`);
  return `(${id},${text(name)},'png',${date},${date},${text(`Title ${id}`)},${place},${original},${id % 7},${expires ?? 'NULL'})`;
}

/** The alphabet of addresses is shuffled by this salt; the test knows the result for the image 12. */
export const CHEVERETO_SALT = '751b13d3';

/** `dump.sql` of mysqldump, and the folder `images`. */
export async function writeChevereto(
  folder: string,
  images: readonly OtherImage[],
  users: readonly { id: number; email: string | null; status?: string }[],
): Promise<{ dump: string; files: string }> {
  const rows = images.map(cheveretoImage);
  const inserts: string[] = [];
  // One long statement for many rows, as mysqldump writes it.
  for (let i = 0; i < rows.length; i += 100) {
    inserts.push(`INSERT INTO \`chv_images\` VALUES ${rows.slice(i, i + 100).join(',')};`);
  }
  const people = users.map(
    ({ id, email, status = 'valid' }) =>
      `(${id},'Person ${id}','person${id}','2020-01-0${(id % 8) + 1} 00:00:00',${text(email)},'${status}')`,
  );
  const dump = `-- MariaDB dump 10.19
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`chv_albums\`;
CREATE TABLE \`chv_albums\` (
  \`album_id\` bigint NOT NULL, \`album_name\` varchar(100) NOT NULL, \`album_user_id\` bigint DEFAULT NULL,
  \`album_date_gmt\` datetime NOT NULL, \`album_privacy\` enum('public','password') DEFAULT 'public',
  \`album_description\` text, PRIMARY KEY (\`album_id\`)
) ENGINE=InnoDB;
LOCK TABLES \`chv_albums\` WRITE;
INSERT INTO \`chv_albums\` VALUES (1,'Cats; and (dogs)',1,'2020-05-05 00:00:00','public','Line one\\nline two'),(2,'Secret',1,'2020-05-05 00:00:00','password',NULL);
UNLOCK TABLES;
CREATE TABLE \`chv_images\` (${CHEVERETO_COLUMNS};
/*!40000 ALTER TABLE \`chv_images\` DISABLE KEYS */;
${inserts.join('\n')}
UNLOCK TABLES;
CREATE TABLE \`chv_settings\` (\`setting_name\` varchar(255) NOT NULL, \`setting_value\` text);
INSERT INTO \`chv_settings\` VALUES ('crypt_salt','${CHEVERETO_SALT}'),('id_padding','0');
CREATE TABLE \`chv_users\` (
  \`user_id\` bigint NOT NULL, \`user_name\` varchar(255), \`user_username\` varchar(255) NOT NULL,
  \`user_date_gmt\` datetime NOT NULL, \`user_email\` varchar(255), \`user_status\` varchar(20) NOT NULL
);
${people.length === 0 ? '' : `INSERT INTO \`chv_users\` VALUES ${people.join(',')};`}
-- Dump completed on 2024-01-01
`;
  const files = join(folder, 'images');
  for (const { name, day, bytes } of images) {
    await writeDeep(join(files, `2021/03/${two(day)}/${name}.png`), bytes);
    await writeDeep(join(files, `2021/03/${two(day)}/${name}.th.png`), bytes);
  }
  await writeDeep(join(folder, 'dump.sql'), Buffer.from(dump));
  return { dump: join(folder, 'dump.sql'), files };
}

/** The path of an image of `writeChevereto`. @param suffix `.th` of the thumbnail */
export function cheveretoPath({ name, day }: OtherImage, suffix = ''): string {
  return `/images/2021/03/${two(day)}/${encodeURIComponent(name)}${suffix}.png`;
}

/** `dump.sql` of pg_dump in its plain form, and the folder `uploads`. */
export async function writeZipline(
  folder: string,
  images: readonly OtherImage[],
  users: readonly string[],
): Promise<{ dump: string; files: string }> {
  const files = join(folder, 'uploads');
  const lines = images.map(({ id, name, day, user, album, expires }) =>
    [
      `file${id}`,
      `2023-07-${two(day)} 01:02:03.456`,
      `2023-07-${two(day)} 01:02:03.456`,
      expires ?? '\\N',
      `${name}.png`,
      `orig\\tinal ${id}.png`,
      '100',
      'image/png',
      String(id % 5),
      '\\N',
      'f',
      '\\N',
      user === null ? '\\N' : `user${user}`,
      album === null ? '\\N' : `folder${album}`,
    ].join('\t'),
  );
  const people = users.map((name, i) => `user${i + 1}\t2022-02-02 02:02:02\t${name}\tUSER`);
  const dump = `--
-- PostgreSQL database dump
--
SET statement_timeout = 0;
CREATE TABLE public."File" (
    id text NOT NULL
);
COPY public."File" (id, "createdAt", "updatedAt", "deletesAt", name, "originalName", size, type, views, "maxViews", favorite, password, "userId", "folderId") FROM stdin;
${lines.map((line) => `${line}\n`).join('')}\\.

COPY public."Folder" (id, "createdAt", "updatedAt", name, public, "userId") FROM stdin;
folder1\t2022-03-03 00:00:00\t2022-03-03 00:00:00\tHoliday\tf\tuser1
\\.

COPY public."Tag" (id, name, color) FROM stdin;
tag1\tblue\t#00f
\\.

COPY public."User" (id, "createdAt", username, role) FROM stdin;
${people.map((line) => `${line}\n`).join('')}\\.

COPY public."_FileToTag" ("A", "B") FROM stdin;
file1\ttag1
\\.
`;
  for (const { name, bytes } of images) await writeDeep(join(files, `${name}.png`), bytes);
  await writeDeep(join(folder, 'dump.sql'), Buffer.from(dump));
  return { dump: join(folder, 'dump.sql'), files };
}

async function writeDeep(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
