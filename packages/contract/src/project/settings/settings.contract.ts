import * as z from 'zod'
import { projectPermissions } from '../../project/project.permissions.ts'
import { ProjectName } from '../../projects/projects.contract.ts'
import { route } from '../../route.ts'
import { Ref, Slug } from '../../schemas.ts'
import { text } from '../../text.ts'
import { Project } from '../project.ts'

export const renameProject = route(projectPermissions.update)
  .route({ method: 'PATCH', path: '/platform/projects/{ref}', tags: ['Projects'], summary: 'Rename a project' })
  .input(z.object({ ref: Ref, name: ProjectName }))
  .output(Project)

/** Why people delete projects, as offered in the confirmation. */
export const EXIT_REASONS = [
  'The project is finished or was only a trial',
  'I made it by mistake or in the wrong organization',
  'It is too slow or uses too much of this machine',
  'Something I need is missing',
  'I am moving to another product',
  'Other',
] as const

export const REASON_REQUIRED = 'Please select at least one reason for deleting your project'
export const SURVEY_ELSEWHERE = 'This project is not in that organization'

/** Keeps what a person says on leaving in the installation's own audit log. It is sent nowhere. */
export const exitSurvey = route(projectPermissions.remove)
  .route({
    method: 'POST',
    path: '/platform/feedback/exit-survey',
    tags: ['Projects'],
    summary: 'Why a project is deleted',
    successStatus: 201,
  })
  .input(
    z.object({
      ref: Ref,
      organization_slug: Slug.optional(),
      reasons: z.array(z.enum(EXIT_REASONS)).min(1, REASON_REQUIRED).max(EXIT_REASONS.length),
      message: text('Message', 2_000).default(''),
      exit_action: z.literal('delete'),
    }),
  )
  .output(z.object({ saved: z.literal(true) }))
