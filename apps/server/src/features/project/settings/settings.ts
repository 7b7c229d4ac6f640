import { NAME_TAKEN, SURVEY_ELSEWHERE } from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { projectOnWire } from '../../../core/projects.ts'
import { violatedUnique } from '../../../store/store.ts'

export const settings = {
  rename: api.project.settings.rename.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const row = await platform.store.transaction().execute(async (tx) => {
      const renamed = await tx
        .updateTable('projects')
        .set({ name: input.name })
        .where('id', '=', scope.project.id)
        .returningAll()
        .executeTakeFirstOrThrow()
        .catch((error) => {
          throw violatedUnique(error) === 'projects_name' ? conflict(NAME_TAKEN) : error
        })
      await audit(tx, actorOf(context), {
        action: 'project.renamed',
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { name: input.name, from: scope.project.name },
      })
      return renamed
    })
    return projectOnWire(platform, row, scope.organization)
  }),

  exitSurvey: api.project.settings.exitSurvey.handler(async ({ input, context }) => {
    const { platform, scope } = context
    if (input.organization_slug !== undefined && input.organization_slug !== scope.organization.slug)
      throw badRequest(SURVEY_ELSEWHERE)
    await audit(platform.store, actorOf(context), {
      action: 'project.exit_survey',
      organization: scope.organization.slug,
      project: scope.project.ref,
      details: { reasons: input.reasons, message: input.message, exit_action: input.exit_action },
    })
    return { saved: true as const }
  }),
}
