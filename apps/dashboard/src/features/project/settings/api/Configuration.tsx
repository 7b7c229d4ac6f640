import { type ApiSettings, type Project, projectPermissions } from '@stoa/contract'
import { CopyRow, CopyRows, ErrorState, Note, SecretRow, SettingsRow, SkeletonRows } from '@stoa/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureOf } from '../../../../api/failure.ts'
import { useCustomDomain } from '../custom-domain/use-custom-domain.ts'
import { JwtSecretChange } from './JwtSecretChange.tsx'

/** The address of the project's APIs, and the secret that signs the keys to them. */
export function Configuration({ project, settings }: { project: Project; settings: UseQueryResult<ApiSettings> }) {
  const { data } = settings
  const domain = useCustomDomain(project.ref).domain.data?.customDomain
  return (
    <SettingsRow
      title="Project Configuration"
      description="One address for everything that the project’s APIs answer. The secret signs both keys and every user token."
    >
      {data === undefined ? (
        settings.isError ? (
          <ErrorState title="Failed to retrieve configuration" {...failureOf(settings)} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : (
        <>
          <CopyRows>
            <CopyRow
              name="URL"
              value={`${data.app_config.protocol}://${data.app_config.endpoint}`}
              display={
                <>
                  <i>{data.app_config.protocol}://</i>
                  {data.app_config.endpoint}
                </>
              }
            />
            {domain?.data.result.status === 'active' ? (
              <CopyRow name="Custom domain" value={`${data.app_config.protocol}://${domain.custom_hostname}`} />
            ) : null}
            {data.jwt_secret === undefined ? null : <SecretRow name="JWT Secret" value={data.jwt_secret} />}
          </CopyRows>
          {data.jwt_secret === undefined ? <Note>{projectPermissions.readKeys.denied}</Note> : null}
          <JwtSecretChange project={project} />
        </>
      )}
    </SettingsRow>
  )
}
