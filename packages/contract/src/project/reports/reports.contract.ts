import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { name, text } from '../../text.ts'
import { ContentSummary } from '../content/content.contract.ts'
import { contentPermissions } from '../content/content.permissions.ts'
import { CONTENT_DESCRIPTION_MAX, CONTENT_NAME_MAX } from '../content/content.ts'
import { Monitoring } from '../infrastructure/infrastructure.contract.ts'
import { METRICS, type Metric } from '../infrastructure/metrics.ts'
import { projectPermissions } from '../project.permissions.ts'
import {
  REPORT_BLOCK_OUTSIDE,
  REPORT_BLOCK_ROWS_MAX,
  REPORT_BLOCK_TWICE,
  REPORT_BLOCKS_MAX,
  REPORT_COLUMNS,
  REPORT_SQL_MAX,
  SPAN_MAX_MINUTES,
  SPAN_MIN_MINUTES,
  SPAN_TOO_LONG,
  SPAN_TOO_SHORT,
} from './reports.ts'

const Id = z.uuid('This is not the id of a report')
const PATH = '/platform/projects/{ref}/reports' as const
const tags = ['Reports']

/** How the result of a block is drawn. */
export const ReportChart = z.object({
  type: z.enum(['bar', 'line', 'area']).default('bar'),
  cumulative: z.boolean().default(false),
  xKey: z.string().max(200).default(''),
  yKey: z.string().max(200).default(''),
  groupKey: z.string().max(200).default(''),
  stacked: z.boolean().default(false),
  showLabels: z.boolean().default(false),
  showGrid: z.boolean().default(true),
})
export type ReportChart = z.infer<typeof ReportChart>

const block = {
  id: z.uuid('This is not the id of a block'),
  /** Empty for the name of what it shows. */
  label: text('Label', CONTENT_NAME_MAX),
  /** Its place in the grid: the column and the row that it begins in, and how many it has. */
  x: z
    .number()
    .int()
    .min(0)
    .max(REPORT_COLUMNS - 1, REPORT_BLOCK_OUTSIDE),
  y: z.number().int().min(0).max(10_000),
  w: z.number().int().min(1).max(REPORT_COLUMNS, REPORT_BLOCK_OUTSIDE),
  h: z.number().int().min(1).max(REPORT_BLOCK_ROWS_MAX),
}

/** One block of a report: what a query gives, or a measurement over time. */
export const ReportBlock = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sql'),
    ...block,
    sql: text('Query', REPORT_SQL_MAX),
    view: z.enum(['table', 'chart']),
    chart: ReportChart,
  }),
  z.object({ kind: z.literal('metric'), ...block, metric: z.enum(Object.keys(METRICS) as [Metric, ...Metric[]]) }),
])
export type ReportBlock = z.infer<typeof ReportBlock>

export const ReportContent = z.object({
  schema_version: z.literal('1.0').default('1.0'),
  blocks: z
    .array(ReportBlock.refine(({ x, w }) => x + w <= REPORT_COLUMNS, REPORT_BLOCK_OUTSIDE))
    .max(REPORT_BLOCKS_MAX, `A report has at most ${REPORT_BLOCKS_MAX} blocks`)
    .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, REPORT_BLOCK_TWICE),
})
export type ReportContent = z.infer<typeof ReportContent>

export const Report = ContentSummary.extend({ content: ReportContent })
export type Report = z.infer<typeof Report>

/** What a refused save tells about the version that stands in its way, as the `data` of the 409. */
export type ReportConflict = {
  readonly version: number
  readonly content: ReportContent
  readonly updated_at: string
  /** Who saved it. */
  readonly updated_by: string | null
}

export const getReport = route(contentPermissions.read)
  .route({ method: 'GET', path: `${PATH}/item/{id}`, tags, summary: 'One report with its blocks' })
  .input(z.object({ ref: Ref, id: Id }))
  .output(Report)

/**
 * Saves a report: makes it when there is none of this id, else changes what is given. Saying the same again changes
 * nothing, so that a save whose answer was lost can be repeated.
 */
export const saveReport = route(contentPermissions.create)
  .route({ method: 'POST', path: `${PATH}/item/{id}`, tags, summary: 'Save a report' })
  .input(
    z.object({
      ref: Ref,
      id: Id,
      name: name('Name', CONTENT_NAME_MAX).optional(),
      description: text('Description', CONTENT_DESCRIPTION_MAX).optional(),
      visibility: z.enum(['user', 'project'], 'Visibility is user or project').optional(),
      favorite: z.boolean().optional(),
      content: ReportContent.optional(),
      /** The version that the content was made from. A change of content that has another version by now is refused. */
      version: z.number().int().min(0).optional(),
    }),
  )
  .output(Report)

const moment = z.iso.datetime({ offset: true, error: 'This is not a date and time' })
const MINUTE_MS = 60_000
const minutesOf = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / MINUTE_MS
const Span = z
  .object({ ref: Ref, from: moment, to: moment })
  .refine((span) => minutesOf(span) >= SPAN_MIN_MINUTES, SPAN_TOO_SHORT)
  .refine((span) => minutesOf(span) <= SPAN_MAX_MINUTES, SPAN_TOO_LONG)

/** Measurements over any span of time, in the finest steps that are kept and that a chart can show. */
export const getReportMetrics = route(projectPermissions.read)
  .route({ method: 'GET', path: `${PATH}/metrics`, tags, summary: 'Measurements over a span of time' })
  .input(Span)
  .output(Monitoring)

const Counts = z.array(z.number())
const Values = z.array(z.number().nullable())

/** The requests to a project's APIs, counted. All series have one value for each step. */
export const RequestFigures = z.object({
  /** The beginning of the first step. */
  start: z.string(),
  step_seconds: z.number(),
  series: z.object({
    /** Answered with a status below 400. */
    fine: Counts,
    /** 400 to 499. */
    refused: Counts,
    /** From 500 on. */
    failed: Counts,
    /** What half of the requests took at most, in ms; null where there was none. */
    p50_ms: Values,
    p95_ms: Values,
    /** Of the bodies of answers whose size is known. */
    bytes: Counts,
  }),
  total: z.object({
    requests: z.number(),
    refused: z.number(),
    failed: z.number(),
    p50_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
    bytes: z.number(),
  }),
  /** The addresses with the most requests. */
  paths: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      requests: z.number(),
      /** Refused and failed ones. */
      errors: z.number(),
      p95_ms: z.number(),
      bytes: z.number(),
    }),
  ),
})
export type RequestFigures = z.infer<typeof RequestFigures>

export const getRequestFigures = route(projectPermissions.read)
  .route({ method: 'GET', path: `${PATH}/requests`, tags, summary: 'Requests to the APIs of a project, counted' })
  .input(Span)
  .output(RequestFigures)
