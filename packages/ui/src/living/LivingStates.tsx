import { HardDrive, MoreHorizontal, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import {
  Avatar,
  Badge,
  Banner,
  Button,
  CopyRow,
  CopyRows,
  Dash,
  DataList,
  Empty,
  ErrorState,
  IconButton,
  Input,
  KeyBox,
  LoadingAnimation,
  Mark,
  Menu,
  MenuItem,
  Meter,
  NoMatch,
  Note,
  Quantity,
  SecretRow,
  Section,
  Settings,
  SettingsLine,
  SettingsRow,
  Skeleton,
  SkeletonRows,
  type Sort,
  Status,
  StatusColumn,
  type StatusTone,
  type Step,
  Steps,
  StepsColonnade,
  Switch,
  toast,
} from '../index.ts'
import { LivingLayers } from './LivingLayers.tsx'
import { Row, Shown } from './Shown.tsx'

const STATES: [StatusTone, string][] = [
  ['ok', 'Healthy'],
  ['warn', 'Memory at 91 %'],
  ['work', 'Restoring'],
  ['down', 'Pausing'],
  ['paused', 'Paused'],
  ['bad', 'Restore failed'],
  ['unknown', 'Unknown'],
  ['neutral', 'A notice'],
]

const STEPS: Step[] = [
  { label: 'Prepared new server', state: 'done', time: '14 s' },
  { label: 'Pre-upgrade checks passed', state: 'done', time: '11 s' },
  { label: 'Migrating to new database', state: 'active', detail: '31.2 of 54.0 GB copied', time: '48 s' },
  { label: 'Update extensions', state: 'waiting' },
  { label: 'Optimize database', state: 'waiting' },
]

type Project = { name: string; ref: string; tone: StatusTone; status: string; version: string; disk: number }

const PROJECTS: Project[] = [
  { name: 'harbor', ref: 'qvkjzmrtpwxlhdeayusb', tone: 'ok', status: 'Healthy', version: '17.10', disk: 6.2 },
  {
    name: 'tide-forecast',
    ref: 'jbrsowelqnmvzcxtyhkp',
    tone: 'warn',
    status: 'Memory at 91 %',
    version: '17.10',
    disk: 11.9,
  },
  {
    name: 'customs-intake',
    ref: 'zdvpqrtkxwmhnselyabj',
    tone: 'work',
    status: 'Restoring',
    version: '15.14',
    disk: 6.3,
  },
  {
    name: 'museum-archive',
    ref: 'pxnvrwtqzkhmlseydbac',
    tone: 'paused',
    status: 'Paused',
    version: '15.14',
    disk: 1.4,
  },
  {
    name: 'berth-simulator',
    ref: 'nqxkvtrwpzmhlseydcba',
    tone: 'bad',
    status: 'Restore failed',
    version: '17.9',
    disk: 3.2,
  },
]

function List({ state }: { state: 'rows' | 'loading' | 'error' | 'empty' }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'ascending' })
  const rows = [...PROJECTS].sort((a, b) => a.name.localeCompare(b.name) * (sort.direction === 'ascending' ? 1 : -1))
  return (
    <DataList<Project>
      label={`Projects, ${state}`}
      tall
      sort={sort}
      onSortChange={setSort}
      rows={state === 'rows' ? rows : state === 'empty' ? [] : undefined}
      loadingRows={2}
      error={state === 'error' ? { title: 'Failed to load projects', detail: '503 Service Unavailable' } : null}
      onRetry={() => toast.info('Trying again')}
      empty={<NoMatch title="No projects match" onClear={() => toast.info('Cleared')} />}
      rowKey={(row) => row.ref}
      columns={[
        {
          key: 'name',
          header: 'Name',
          sortable: true,
          narrow: 'title',
          cell: (row) => (
            <span className="flex items-center gap-3">
              <StatusColumn tone={row.tone} size="row" />
              <span className="min-w-0">
                <a className="ui-rowlink clip block text-14 font-semi" href={`#${row.ref}`}>
                  {row.name}
                </a>
                <span className="clip block font-mono text-11 text-fg-3">{row.ref}</span>
              </span>
            </span>
          ),
        },
        {
          key: 'status',
          header: 'Status',
          narrow: 'end',
          cell: (row) => (
            <span className={row.tone === 'ok' || row.tone === 'paused' ? 'text-fg-3' : undefined}>{row.status}</span>
          ),
        },
        { key: 'version', header: 'Postgres', cell: (row) => <span className="num">{row.version}</span> },
        {
          key: 'disk',
          header: 'Disk',
          narrow: 'sub-end',
          cell: (row) => (
            <span className="flex items-center gap-2.5">
              <Meter label="Disk" value={row.disk} max={12} tone={row.disk > 11 ? 'warn' : 'neutral'} />
              <Quantity value={row.disk} unit="GB" />
            </span>
          ),
        },
        { key: 'branches', header: 'Branches', align: 'end', cell: () => <Dash /> },
        {
          key: 'more',
          header: 'Actions',
          hideHeader: true,
          align: 'end',
          narrow: 'actions',
          width: 32,
          cell: (row) => (
            <span className="ui-reveal">
              <Menu trigger={<IconButton icon={MoreHorizontal} label={`More for ${row.name}`} size="xs" />}>
                <MenuItem>Open</MenuItem>
              </Menu>
            </span>
          ),
        },
      ]}
    />
  )
}

/** What parts look like while something is the case: status, notices, lists, long work. */
export function LivingStates() {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Shown title="Status">
        <ul className="grid gap-1.5">
          {STATES.map(([tone, word]) => (
            <li key={tone} className="flex items-center gap-4">
              <Status tone={tone}>{word}</Status>
              <span className="ml-auto" />
              <StatusColumn tone={tone} size="row" />
              <StatusColumn tone={tone} size="title" />
            </li>
          ))}
        </ul>
        <Row className="mt-4 gap-4">
          <Mark size={48} label="Stoa" />
          <Mark size={32} />
          <Mark />
          <Avatar name="Mira Okafor" />
          <Avatar name="harbor" size="lg" />
        </Row>
      </Shown>
      <LivingLayers />
      <Shown title="Banners and notes" wide>
        <div className="border border-b-0 border-line">
          <Banner tone="bad" icon={HardDrive} action={<Button size="sm">Raise disk</Button>}>
            <b>harbor is read only.</b> Disk is 96 % full. Free space until it is under 95 %, or raise the disk.
          </Banner>
          <Banner
            tone="warn"
            action={
              <Button size="sm" variant="quiet">
                See usage
              </Button>
            }
          >
            Memory has been above 90 % for 40 minutes.
          </Banner>
          <Banner tone="info" icon={Sparkles} onDismiss={() => toast.info('Dismissed')}>
            Project metadata is not shared with the assistant.
          </Banner>
        </div>
        <div className="mt-3 grid gap-2">
          <Note>Restoring takes about 10 seconds at this size.</Note>
          <Note tone="warn">Project cannot be restored through the dashboard</Note>
          <Note tone="bad">The server did not start: the disk is full.</Note>
        </div>
      </Shown>
      <Shown title="Empty">
        <Empty
          title="No tables in reporting"
          text="Create one here, or run a migration."
          action={
            <Button variant="primary" size="sm" icon={Plus}>
              New table
            </Button>
          }
          secondary={<Button size="sm">Open SQL</Button>}
        />
      </Shown>
      <Shown title="Error">
        <ErrorState
          title="Failed to load schemas"
          reason="The database did not answer within 5 s. It may be restarting."
          detail="57P03 the database system is starting up"
          retryLabel="Reload schemas"
          onRetry={() => toast.info('Reloading')}
          secondary={
            <Button size="sm" variant="quiet">
              Server log
            </Button>
          }
        />
      </Shown>
      <Shown title="Loading">
        <SkeletonRows rows={3} />
        <p className="my-2">
          <Skeleton width={160} />
        </p>
        <LoadingAnimation label="Connecting to museum-archive" />
      </Shown>
      <Shown title="List" wide>
        <List state="rows" />
      </Shown>
      <Shown title="List, loading, failed, filtered to nothing">
        <List state="loading" />
        <List state="error" />
        <List state="empty" />
      </Shown>
      <Shown title="Copying" wide>
        <CopyRows>
          <CopyRow
            name="Project URL"
            value="http://localhost:8000/p/qvkjzmrtpwxlhdeayusb"
            display={
              <>
                <i>http://</i>localhost:8000/p/qvkjzmrtpwxlhdeayusb
              </>
            }
          />
          <CopyRow name="Postgres" value="postgres://postgres:[password]@localhost:5411/postgres" />
          <SecretRow name="JWT secret" value={() => 'a-secret-that-is-fetched-when-asked-for'} />
        </CopyRows>
        <div className="mt-5 grid gap-5">
          <KeyBox
            label="anon"
            badges={<Badge>public</Badge>}
            description="Safe in a browser when row level security is on."
            value="eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdG9hIn0.2cJ8h1"
          />
          <KeyBox
            label="service_role"
            badges={<Badge tone="bad">secret</Badge>}
            description="Bypasses row level security. Servers only; never ship it to a client."
            value="eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZSJ9.9fKq"
            secret
            shown={shown}
          />
          <Switch label="Show keys" checked={shown} onCheckedChange={setShown} />
        </div>
      </Shown>
      <Shown title="Steps of long work">
        <StepsColonnade steps={STEPS} />
        <div className="mt-5">
          <Steps label="Upgrade" steps={STEPS} />
        </div>
      </Shown>
      <Shown title="Settings and sections" wide>
        <Settings>
          <SettingsRow
            title="Data API"
            description="What REST shows of the database."
            aside={<Button size="sm">Show keys</Button>}
          >
            <SettingsLine label="Max rows" hint="Per response.">
              <Input aria-label="Max rows" className="w-30!" defaultValue="1,000" />
            </SettingsLine>
            <SettingsLine label="Require row level security" hint="New tables start with it on.">
              <Switch aria-label="Require row level security" defaultChecked />
            </SettingsLine>
          </SettingsRow>
        </Settings>
        <Section title="Tables" count={18} more={<a href="#tables">Open editor</a>}>
          <p className="text-fg-2">The content of the section.</p>
        </Section>
      </Shown>
    </>
  )
}
