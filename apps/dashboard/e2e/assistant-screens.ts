import { type ModelStub, startModelStub } from '@stoa/model-stub'
import { type Place, type Screen, visible } from './scene.ts'

// The assistant's panel. Its model lives as long as the worker.

const ANSWER = `Revenue grew in **three** of four months.

\`\`\`sql
-- props: {"title":"Letters","isChart":true,"runQuery":true,"xAxis":"name","yAxis":"letters"}
select name, length(name) as letters from (values ('Argo'), ('Beagle'), ('Cutty Sark')) as ships (name)
\`\`\`

1. Look at it.
2. Then \`truncate\` it:

   \`\`\`sql
   -- props: {"title":"Empty it","runQuery":true}
   truncate ships
   \`\`\`

| ship | letters |
|---|---|
| Argo | 4 |`

let model: Promise<ModelStub> | null = null

/** Opens the panel in the project with data, after giving its organization a model. */
async function openPanel({ page, stoa, scene: { slug, full } }: Place): Promise<void> {
  model ??= startModelStub()
  const { url, answers } = await model
  const at = `/platform/organizations/${slug}/assistant/model`
  await stoa.call('PUT', at, { base_url: url, model: 'stub' })
  answers({ text: ANSWER })
  await page.goto(`/project/${full}`)
  await page.getByRole('button', { name: 'Assistant', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message to the assistant' }).waitFor()
}

export const ASSISTANT_SCREENS: readonly Screen[] = [
  {
    name: 'the assistant with an answer',
    alone: true,
    async open(place) {
      const { page } = place
      await openPanel(place)
      await page.getByRole('button', { name: 'New chat', exact: true }).click()
      await page.getByRole('textbox', { name: 'Message to the assistant' }).fill('What is there?')
      await page.keyboard.press('Enter')
      await visible(page, 'This query contains write operations.')
    },
  },
  {
    name: 'the assistant’s settings over an empty chat',
    alone: true,
    async open(place) {
      await openPanel(place)
      await place.page.getByRole('button', { name: 'Settings', exact: true }).click()
      await visible(place.page, 'public')
    },
  },
]
