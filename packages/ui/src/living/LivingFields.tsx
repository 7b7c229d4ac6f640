import { ChartColumn, Search, Table2 } from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Checkbox,
  Chip,
  Field,
  Input,
  Kbd,
  PasswordInput,
  RadioGroup,
  Segmented,
  Select,
  Switch,
  Tabs,
  Textarea,
  toast,
} from '../index.ts'
import { Row, Shown } from './Shown.tsx'

function Fields() {
  const [version, setVersion] = useState('15.14')
  const [some, setSome] = useState(true)
  const [on, setOn] = useState(true)
  const [scope, setScope] = useState<'user' | 'project'>('user')
  return (
    <Shown title="Fields" tall>
      <div className="grid gap-3.5">
        <Field label="Name" hint="Lower case letters and dashes.">
          <Input placeholder="harbor" />
        </Field>
        <Field label="Branch name" error="Unable to find branch from halden/harbor">
          <Input defaultValue="tarif-2027" />
        </Field>
        <Field label="Postgres version">
          <Select
            value={version}
            onValueChange={setVersion}
            options={[
              { value: '15.14', label: '15.14', hint: 'as before' },
              { value: '17.10', label: '17.10' },
              { value: '18.4', label: '18.4', badge: <Badge tone="warn">beta</Badge> },
              { value: 'oriole', label: '17.10', badge: <Badge tone="outline">OrioleDB Preview</Badge> },
              { value: '14', label: '14.1', disabledReason: 'no longer offered' },
            ]}
          />
        </Field>
        <Field label="Region" hint="The embedded engine has one region.">
          <Input defaultValue="This machine" disabledReason="The embedded engine has one region" />
        </Field>
        <Field label="Compute">
          <Select
            value="nano"
            onValueChange={() => {}}
            options={[{ value: 'nano', label: 'Nano' }]}
            disabledReason="Only one size fits this machine"
          />
        </Field>
        <Field label="Password" required>
          <PasswordInput defaultValue="correct horse" autoComplete="new-password" />
        </Field>
        <Field label="Find" hideLabel>
          <Input size="sm" icon={Search} placeholder="Find a project" trailing={<Kbd keys="/" />} />
        </Field>
        <Field label="Description">
          <Textarea placeholder="What is this query for" />
        </Field>
        <Field label="Project URL">
          <Input mono readOnly value="http://localhost:8000/p/qvkjzmrtpwxlhdeayusb" />
        </Field>
        <Row className="gap-4">
          <Checkbox label="Include data" defaultChecked />
          <Checkbox label="Off" />
          <Checkbox label="Some" indeterminate checked={some} onCheckedChange={setSome} />
          <Checkbox label="Never" disabledReason="Needs a paid plan" />
          <Checkbox label="Always" checked disabledReason="Cannot be turned off" />
        </Row>
        <RadioGroup
          label="Scope"
          orientation="horizontal"
          value={scope}
          onValueChange={setScope}
          options={[
            { value: 'user', label: 'User' },
            { value: 'project', label: 'Project' },
          ]}
        />
        <RadioGroup
          label="Compute size"
          value="micro"
          onValueChange={() => {}}
          options={[
            { value: 'nano', label: 'Nano', hint: '512 MB of memory' },
            { value: 'micro', label: 'Micro', hint: '1 GB of memory', badge: <Badge>current</Badge> },
            { value: 'large', label: 'Large', disabledReason: 'This machine has too little memory' },
          ]}
        />
        <Row className="gap-4">
          <Switch label="On" checked={on} onCheckedChange={setOn} />
          <Switch label="Off" hint="New tables start with it on." />
          <Switch label="Fixed" disabledReason="Set by the organization" />
        </Row>
      </div>
    </Shown>
  )
}

function Choices() {
  const [tab, setTab] = useState('tables')
  const [view, setView] = useState('table')
  return (
    <Shown title="Tabs, chips, badges">
      <Tabs
        label="Database objects"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'tables', label: 'Tables', count: 18 },
          { value: 'functions', label: 'Functions' },
          { value: 'triggers', label: 'Triggers' },
          { value: 'roles', label: 'Roles', disabledReason: 'Needs the owner role' },
        ]}
      >
        <p className="py-3 text-fg-2">The content of {tab}.</p>
      </Tabs>
      <Row className="mt-2">
        <Segmented
          label="View"
          value={view}
          onValueChange={setView}
          options={[
            { value: 'table', label: 'Table', icon: Table2 },
            { value: 'chart', label: 'Chart', icon: ChartColumn },
          ]}
        />
        <Chip
          name="status"
          operator="<>"
          value="cancelled"
          label="filter: status is not cancelled"
          onEdit={() => toast.info('Edit the filter')}
          onRemove={() => toast.info('Filter removed')}
        />
        <Chip name="since" value="2026-11-08" label="parameter since" />
      </Row>
      <Row className="mt-3">
        <Badge>public</Badge>
        <Badge tone="ok">on</Badge>
        <Badge tone="warn">beta</Badge>
        <Badge tone="bad">secret</Badge>
        <Badge tone="accent">shared</Badge>
        <Badge tone="outline">Alpha</Badge>
        <Kbd keys="mod+k" />
        <Kbd keys="mod+enter" />
      </Row>
    </Shown>
  )
}

/** What you type into or choose from. */
export function LivingFields() {
  return (
    <>
      <Fields />
      <Choices />
    </>
  )
}
