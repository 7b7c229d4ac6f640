import { memo } from 'react'
import { ProductMenu } from '../../../parts/frame/slots.tsx'
import { EntityList } from './EntityList.tsx'
import { ImportButton } from './import/ImportButton.tsx'

type Listed = Parameters<typeof EntityList>[0]

/**
 * The second column. Most of what is drawn anew on the screen is about the rows: this is not, as long as it is given
 * the same.
 */
export const TablesMenu = memo(function TablesMenu({ onMade, ...list }: Listed & { onMade: (table: string) => void }) {
  const names = list.schema === list.chosen ? list.entities?.map(({ name }) => name) : []
  return (
    <ProductMenu
      title="Tables"
      actions={
        <ImportButton
          projectRef={list.projectRef}
          schema={list.chosen}
          table={null}
          {...(names && { tables: names })}
          onDone={onMade}
        />
      }
    >
      <EntityList {...list} />
    </ProductMenu>
  )
})
