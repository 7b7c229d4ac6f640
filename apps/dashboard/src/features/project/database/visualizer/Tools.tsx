import type { DrawnKey } from '@stoa/contract'
import { Button, IconButton, Menu, MenuItem, toast } from '@stoa/ui'
import { useReactFlow } from '@xyflow/react'
import { ChevronDown, Download, Maximize, Minus, Plus, Workflow } from 'lucide-react'
import { memo } from 'react'
import { createPortal } from 'react-dom'
import { errorMessage } from '../../../../api/errors.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { download, measureTexts, paletteOf, pngFile, svgFile } from './export.ts'
import type { Box, Rect } from './geometry.ts'
import { drawPicture } from './picture.ts'

/** The drawing's own buttons, in the bar above it. */
export const Tools = memo(function Tools({
  projectRef: ref,
  boxes,
  keys,
  readRects,
  onShowAll,
  onArrange,
}: {
  projectRef: string
  boxes: readonly Box[]
  keys: readonly DrawnKey[]
  /** Where each table stands now, by its number. */
  readRects: () => ReadonlyMap<number, Rect>
  onShowAll: () => void
  onArrange: () => void
}) {
  const flow = useReactFlow()
  const { name } = useProject()
  const place = document.getElementById('drawing-tools')

  const save = async (format: 'png' | 'svg') => {
    try {
      const { page, ...palette } = paletteOf(document.body)
      const picture = drawPicture(boxes, readRects(), keys, palette, measureTexts())
      const file = format === 'svg' ? svgFile(picture, page) : await pngFile(picture, page)
      download(file, `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || ref} schema.${format}`)
    } catch (error) {
      toast.error({ title: 'The picture could not be made', description: errorMessage(error) })
    }
  }

  if (place === null) return null
  return createPortal(
    <>
      <IconButton icon={Minus} size="sm" label="Zoom out" onClick={() => void flow.zoomOut()} />
      <IconButton icon={Plus} size="sm" label="Zoom in" onClick={() => void flow.zoomIn()} />
      <IconButton icon={Maximize} size="sm" label="Show all tables" onClick={onShowAll} />
      <IconButton icon={Workflow} size="sm" label="Arrange the tables anew" onClick={onArrange} />
      <Menu
        label="Export"
        align="end"
        trigger={
          <Button size="sm" icon={Download}>
            Export
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => void save('svg')}>As SVG</MenuItem>
        <MenuItem onSelect={() => void save('png')}>As PNG</MenuItem>
      </Menu>
    </>,
    place,
  )
})
