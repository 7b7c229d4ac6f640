import type { DatabaseRole } from '@stoa/contract'
import { alterRole, createRole, type RoleShape } from '@stoa/sql/ddl'
import { Checkbox, Field, Input, Note, PasswordInput, Switch } from '@stoa/ui'
import { useState } from 'react'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { CommentField } from '../objects/CommonFields.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { canSealPassword, passwordVerifier } from './scram.ts'
import { keptReason, roleAbout } from './words.ts'

const NEW: RoleShape = {
  name: '',
  canLogin: true,
  inherit: true,
  createDb: false,
  createRole: false,
  bypassRls: false,
  connectionLimit: -1,
  validUntil: null,
  password: null,
  memberOf: [],
  comment: null,
}

const shapeOf = (role: DatabaseRole): RoleShape => ({
  name: role.name,
  canLogin: role.can_login,
  inherit: role.inherit,
  createDb: role.create_db,
  createRole: role.create_role,
  bypassRls: role.bypass_rls,
  connectionLimit: role.connection_limit,
  validUntil: role.valid_until,
  password: null,
  memberOf: role.member_of.map((one) => one.role),
  comment: role.comment,
})

const UNSEALED = 'Browsers compute with keys over https or on the machine itself alone. Open the dashboard there'
const SUPERUSER = 'Nobody outside of the platform is a superuser'
const REPLICATES =
  'A role that replicates could copy the whole server, with everybody’s password. Nobody outside of the platform may make one'

/** Makes a role, or changes one. */
export function RoleSheet({
  projectRef: ref,
  role,
  all,
  major,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null to make one. */
  role: DatabaseRole | null
  all: readonly DatabaseRole[]
  /** The server's major version, which decides what the owner may give. */
  major: number
  changes: SchemaChanges
  onClose: () => void
}) {
  const [before] = useState(() => (role === null ? NEW : shapeOf(role)))
  const draft = useDraft(`role ${ref} ${role?.name ?? 'new'}`, { ...before, limit: limitText(before.connectionLimit) })
  // Of what is typed here, a password alone is not kept.
  const [password, setPassword] = useState('')
  const { shape, patch } = draft
  const [problem, setProblem] = useState<string | undefined>()
  const kept = role === null ? undefined : keptReason(role)
  const reason = changes.disabledReason ?? kept
  const grantable = all.filter((one) => one.name !== role?.name && !one.superuser && one.name !== 'postgres')

  const review = async () => {
    const { limit, ...rest } = shape
    const connectionLimit = limit.trim() === '' ? -1 : Number(limit)
    const wrong =
      rest.name.trim() === ''
        ? 'A role needs a name'
        : /^pg_/i.test(rest.name)
          ? 'Names that begin with pg_ belong to Postgres'
          : !Number.isInteger(connectionLimit) || connectionLimit < -1
            ? 'The number of connections is a whole number, or empty for no limit'
            : undefined
    setProblem(wrong)
    if (wrong !== undefined) return
    const after: RoleShape = {
      ...rest,
      connectionLimit,
      password: password === '' ? null : await passwordVerifier(password),
    }
    changes.review(
      {
        title: `${role === null ? 'Create' : 'Change'} the role ${role === null ? after.name : before.name}`,
        statements: role === null ? createRole(after) : alterRole(before, after),
        label: role === null ? 'Create' : 'Change',
        done: `${role === null ? 'Created' : 'Changed'} ${after.name}`,
        losses: [
          ...(role !== null && before.name !== after.name ? ['Whoever logs in as it has to use the new name.'] : []),
          ...(after.bypassRls && !before.bypassRls
            ? ['Policies do not hold for it: it sees and changes every row.']
            : []),
          ...(after.canLogin && !before.canLogin && after.password === null && role !== null
            ? ['It can log in once it has a password.']
            : []),
        ],
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }

  return (
    <ObjectSheet
      title={role === null ? 'New role' : role.name}
      description={role === null ? undefined : (roleAbout(role) ?? undefined)}
      draft={{ ...draft, isDirty: draft.isDirty || password !== '' }}
      isNew={role === null}
      disabledReason={reason}
      error={problem}
      onReview={() => void review()}
      onClose={onClose}
    >
      {kept === undefined ? null : <Note>{kept}. It is shown as it is.</Note>}
      <Field label="Name">
        <Input
          mono
          spellCheck={false}
          disabledReason={reason}
          value={shape.name}
          onChange={(event) => patch({ name: event.target.value })}
        />
      </Field>
      <div className="grid gap-3">
        <Switch
          label="May log in"
          checked={shape.canLogin}
          disabledReason={reason}
          onCheckedChange={(canLogin) => patch({ canLogin })}
        />
        <Switch
          label="Inherits"
          hint="Has the privileges of the roles that it is a member of without switching to them."
          checked={shape.inherit}
          disabledReason={reason}
          onCheckedChange={(inherit) => patch({ inherit })}
        />
        <Switch
          label="Passes row level security"
          checked={shape.bypassRls}
          disabledReason={reason ?? (major < 16 && `Before Postgres 16 only a superuser gives this. ${SUPERUSER}`)}
          onCheckedChange={(bypassRls) => patch({ bypassRls })}
        />
        <Switch
          label="May make roles"
          checked={shape.createRole}
          disabledReason={reason}
          onCheckedChange={(createRole_) => patch({ createRole: createRole_ })}
        />
        <Switch
          label="May make databases"
          checked={shape.createDb}
          disabledReason={reason}
          onCheckedChange={(createDb) => patch({ createDb })}
        />
        <Switch label="Replicates" checked={role?.replication ?? false} disabledReason={reason ?? REPLICATES} />
        <Switch label="Superuser" checked={role?.superuser ?? false} disabledReason={reason ?? SUPERUSER} />
      </div>
      <div className="grid grid-cols-2 gap-4 max-wide:grid-cols-1">
        <Field label="Connections at once" hint="Empty for no limit.">
          <Input
            inputMode="numeric"
            disabledReason={reason}
            value={shape.limit}
            onChange={(event) => patch({ limit: event.target.value })}
          />
        </Field>
        <Field label="Password until" hint="A time such as 2030-01-31; empty for ever.">
          <Input
            disabledReason={reason}
            value={shape.validUntil === 'infinity' ? '' : (shape.validUntil ?? '')}
            onChange={(event) => patch({ validUntil: event.target.value === '' ? null : event.target.value })}
          />
        </Field>
      </div>
      {shape.canLogin ? (
        <Field
          label={role === null ? 'Password' : 'New password'}
          hint={`Only what Postgres checks it by leaves this page.${role === null ? '' : ' Left empty, it stays as it is.'}`}
        >
          <PasswordInput
            autoComplete="new-password"
            disabledReason={reason ?? (!canSealPassword() && UNSEALED)}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      ) : null}
      <fieldset>
        <legend className="ui-label mb-2">Member of</legend>
        <div className="flex max-h-48 flex-wrap gap-x-5 gap-y-2 overflow-auto">
          {grantable.map((one) => (
            <Checkbox
              key={one.name}
              label={one.name}
              checked={shape.memberOf.includes(one.name)}
              disabledReason={reason ?? (one.alterable ? undefined : 'postgres does not hold it with its admin option')}
              onCheckedChange={(on) =>
                patch({
                  memberOf: on ? [...shape.memberOf, one.name] : shape.memberOf.filter((name) => name !== one.name),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      {role === null || role.members.length === 0 ? null : (
        <p className="text-12 text-fg-2">
          Its members: {role.members.map((one) => `${one.role}${one.admin ? ' (admin)' : ''}`).join(', ')}
        </p>
      )}
      {role?.config ? (
        <p className="text-12 text-fg-2">
          Settings of its sessions:{' '}
          {Object.entries(role.config)
            .map(([key, value]) => `${key} = ${value}`)
            .join(', ')}
        </p>
      ) : null}
      <CommentField comment={shape.comment} disabledReason={reason} onChange={patch} />
    </ObjectSheet>
  )
}

const limitText = (limit: number): string => (limit < 0 ? '' : String(limit))
