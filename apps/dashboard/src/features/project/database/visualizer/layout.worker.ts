import { arrange, type LayoutInput } from './layout.ts'

// Arranging some hundreds of tables takes a second, in which the page has to stay usable.
self.onmessage = ({ data }: MessageEvent<LayoutInput>) => self.postMessage([...arrange(data)])
