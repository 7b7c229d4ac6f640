import { useTheme } from '@stoa/ui'
import { useReactFlow, useStoreApi } from '@xyflow/react'
import { memo, type PointerEvent, useEffect, useRef } from 'react'
import { paletteOf } from './export.ts'
import { around, type Point, type Rect } from './geometry.ts'

const [WIDTH, HEIGHT, PADDING] = [160, 110, 6]

/**
 * The whole drawing in a corner, with what the page shows of it. Press or draw in it to go there.
 * @param version another one when tables have moved
 */
export const Overview = memo(function Overview({
  rects,
  version,
}: {
  rects: ReadonlyMap<number, Rect>
  version: number
}) {
  const flow = useReactFlow()
  const store = useStoreApi()
  const canvas = useRef<HTMLCanvasElement>(null)
  const sight = useRef<HTMLDivElement>(null)
  const fit = useRef({ scale: 1, left: 0, top: 0 })
  const { resolved } = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: painted anew when a table has moved or colours are others.
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const whole = around([...rects.values()])
    if (!context || whole === null) return
    const scale = Math.min((WIDTH - 2 * PADDING) / whole.width, (HEIGHT - 2 * PADDING) / whole.height)
    const left = (WIDTH - whole.width * scale) / 2 - whole.x * scale
    const top = (HEIGHT - whole.height * scale) / 2 - whole.y * scale
    fit.current = { scale, left, top }
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, WIDTH, HEIGHT)
    context.fillStyle = paletteOf(document.body).line
    for (const { x, y, width, height } of rects.values())
      context.fillRect(x * scale + left, y * scale + top, Math.max(1, width * scale), Math.max(1, height * scale))
    return follow()

    function follow(): () => void {
      const show = () => {
        const {
          transform: [x, y, zoom],
          width,
          height,
        } = store.getState()
        const element = sight.current
        if (element === null) return
        element.style.transform = `translate(${(-x / zoom) * scale + left}px,${(-y / zoom) * scale + top}px)`
        element.style.width = `${(width / zoom) * scale}px`
        element.style.height = `${(height / zoom) * scale}px`
      }
      show()
      return store.subscribe(show)
    }
  }, [rects, version, store, resolved])

  const pointed = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const box = currentTarget.getBoundingClientRect()
    const { scale, left, top } = fit.current
    return { x: (clientX - box.left - left) / scale, y: (clientY - box.top - top) / scale }
  }
  const go = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = pointed(event)
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }
  return (
    <div
      className="nopan nowheel absolute right-4 bottom-4 z-10 cursor-pointer touch-none overflow-hidden rounded-3 border border-line bg-ground"
      style={{ width: WIDTH, height: HEIGHT }}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event)
      }}
    >
      <canvas
        ref={canvas}
        width={WIDTH * devicePixelRatio}
        height={HEIGHT * devicePixelRatio}
        style={{ width: WIDTH, height: HEIGHT }}
      />
      <div ref={sight} className="absolute top-0 left-0 rounded-1 border border-accent-mark bg-active" />
    </div>
  )
})
