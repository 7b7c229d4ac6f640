import type { Findings, Restated, SchemaChange } from '../../../../parts/schema-change/change.ts'

const GONE = 'It was dropped since this form was opened. What stands here makes it anew.'
const CHANGED = 'It has changed since this form was opened. What stands here takes the place of what is there now.'

/**
 * Looks once more at a thing that is about to be replaced as a whole, so that what somebody else has made of it
 * meanwhile does not go unseen.
 * @param before what the form began with
 * @param find gives what it is now; undefined when it is not there any more
 * @param anew makes it where it is not there
 */
export const lookAgain =
  <Shape>(
    before: Shape,
    find: (signal: AbortSignal) => Promise<Shape | undefined>,
    anew: Restated,
  ): NonNullable<SchemaChange['check']> =>
  async (signal): Promise<Findings> => {
    const now = await find(signal)
    if (now === undefined) return { losses: [], obstacle: null, instead: { ...anew, warnings: [GONE] } }
    return { losses: JSON.stringify(now) === JSON.stringify(before) ? [] : [CHANGED], obstacle: null }
  }
