import { sql } from 'kysely';
import type { Position } from '../../core/cursor.ts';
import type { ReportReason, ReportState } from '../../core/states.ts';
import type { Db } from '../schema.ts';
import type { ReportRecord } from './reports.ts';

/** The reports of an image in a state. */
export interface ReportSummary {
  reports: number;
  /** The most frequent first. */
  reasons: { reason: ReportReason; reports: number }[];
  /** Unix milliseconds. */
  firstAt: number;
  lastAt: number;
  /** The newest ones, newest first. */
  latest: ReportRecord[];
}

/** The newest report of an image. */
export interface ReportedImage extends Position {
  imageId: string;
}

/**
 * Images with reports, each once, those reported last first. The cost of a page grows with its own reports only.
 * @param state undefined = all @param after the last item of the previous page
 */
export async function listReportedImages(
  db: Db,
  state: ReportState | undefined,
  after: Position | undefined,
  limit: number,
): Promise<ReportedImage[]> {
  let query = db
    .selectFrom('reports as report')
    .select(['report.id', 'report.created_at as value', 'report.image_id as imageId'])
    .where(({ not, exists, selectFrom }) => {
      let newer = selectFrom('reports as newer')
        .select('newer.id')
        .whereRef('newer.image_id', '=', 'report.image_id')
        .where(sql<boolean>`(newer.created_at, newer.id) > (report.created_at, report.id)`);
      if (state !== undefined) newer = newer.where('newer.state', '=', state);
      return not(exists(newer));
    })
    .orderBy('report.created_at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(limit);
  if (state !== undefined) query = query.where('report.state', '=', state);
  if (after !== undefined) {
    query = query.where((eb) =>
      eb(eb.refTuple('report.created_at', 'report.id'), '<', eb.tuple(after.value, after.id)),
    );
  }
  return query.execute();
}

/** @param latest the number of reports in full */
export async function summarizeReports(
  db: Db,
  imageIds: readonly string[],
  state: ReportState | undefined,
  latest: number,
): Promise<Map<string, ReportSummary>> {
  if (imageIds.length === 0) return new Map();
  let counts = db
    .selectFrom('reports')
    .select(({ fn }) => [
      'image_id',
      'reason',
      fn.countAll<number>().as('reports'),
      fn.min<number>('created_at').as('first_at'),
      fn.max<number>('created_at').as('last_at'),
    ])
    .where('image_id', 'in', imageIds)
    .groupBy(['image_id', 'reason']);
  let ranked = db
    .selectFrom('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.resolved_by')
    .selectAll('reports')
    .select('accounts.email as resolver_email')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('image_id').orderBy('reports.created_at', 'desc').orderBy('reports.id', 'desc'),
        )
        .as('rank'),
    )
    .where('image_id', 'in', imageIds);
  if (state !== undefined) {
    counts = counts.where('state', '=', state);
    ranked = ranked.where('state', '=', state);
  }
  const newest = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', latest)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const summaries = new Map<string, ReportSummary>();
  for (const row of await counts.execute()) {
    const reports = Number(row.reports);
    const summary = summaries.get(row.image_id) ?? {
      reports: 0,
      reasons: [],
      firstAt: Number(row.first_at),
      lastAt: Number(row.last_at),
      latest: newest.filter(({ image_id }) => image_id === row.image_id).map(({ rank: _, ...report }) => report),
    };
    summary.reports += reports;
    summary.reasons.push({ reason: row.reason, reports });
    summary.reasons.sort((a, b) => b.reports - a.reports);
    summary.firstAt = Math.min(summary.firstAt, Number(row.first_at));
    summary.lastAt = Math.max(summary.lastAt, Number(row.last_at));
    summaries.set(row.image_id, summary);
  }
  return summaries;
}

/** The number of images with open reports, counted up to a maximum. */
export async function countReportedImages(db: Db, max: number): Promise<number> {
  const row = await db
    .selectFrom(
      db.selectFrom('reports').select('image_id').distinct().where('state', '=', 'open').limit(max).as('reported'),
    )
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .executeTakeFirstOrThrow();
  return Number(row.images);
}

/** @returns the id of an open report of each image that has one, by the id of the image */
export async function findOpenReports(db: Db, imageIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('reports')
    .select(({ fn }) => ['image_id', fn.min<string>('id').as('id')])
    .where('image_id', 'in', imageIds)
    .where('state', '=', 'open')
    .groupBy('image_id')
    .execute();
  return new Map(rows.map(({ image_id, id }) => [image_id, id]));
}
