import { HardDrive, Plus, Sparkles } from 'lucide-react'
import { useState } from 'react'
import {
  Avatar,
  Badge,
  Banner,
  Button,
  CopyRow,
  CopyRows,
  Empty,
  ErrorState,
  Input,
  KeyBox,
  LoadingAnimation,
  Mark,
  Note,
  SecretRow,
  Section,
  Settings,
  SettingsLine,
  SettingsRow,
  Skeleton,
  SkeletonRows,
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
import { LivingList } from './LivingList.tsx'
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
        <LivingList state="rows" />
      </Shown>
      <Shown title="List, loading, failed, filtered to nothing">
        <LivingList state="loading" />
        <LivingList state="error" />
        <LivingList state="empty" />
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
