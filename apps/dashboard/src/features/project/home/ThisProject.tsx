import type { Overview, Project } from '@stoa/contract'
import { bytesParts, formatAge, formatDate, formatDateTime, Quantity, Section } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useShell } from '../../../api/shell.ts'
import { computeWords, postgresVersion } from '../../../parts/project/words.ts'

/** The plain facts of a project. */
export function ThisProject({ project, overview, now }: { project: Project; overview?: Overview; now: number }) {
  const region = useShell().engine.regions.find(({ id }) => id === project.region)?.name ?? project.region
  const compute = computeWords(project.compute_size)
  return (
    <Section title="This project">
      <dl className="num">
        <Fact name="Postgres">{overview?.server_version ?? postgresVersion(project.dbVersion)}</Fact>
        <Fact name="Compute">
          {compute.name} <span className="ui-unit">{compute.memory}</span>
        </Fact>
        {overview === undefined ? null : <Measured overview={overview} now={now} />}
        {project.db_port === null ? null : <Fact name="Port">{project.db_port}</Fact>}
        <Fact name="Region">{region}</Fact>
        <Fact name="Created">{formatDate(project.created_at)}</Fact>
      </dl>
    </Section>
  )
}

function Measured({ overview, now }: { overview: Overview; now: number }) {
  const { memory, database_bytes, started_at } = overview
  return (
    <>
      {memory.used === null ? null : (
        <Fact name="Memory now">
          <Quantity {...bytesParts(memory.used)} />
        </Fact>
      )}
      <Fact name="Database size">
        <Quantity {...bytesParts(database_bytes)} />
      </Fact>
      {started_at === null ? null : (
        <Fact name="Server started">
          <span title={formatDateTime(started_at)}>{formatAge(started_at, now)}</span>
        </Fact>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex h-[26px] items-center justify-between gap-4">
      <dt className="text-fg-2">{name}</dt>
      <dd className="clip">{children}</dd>
    </div>
  )
}
