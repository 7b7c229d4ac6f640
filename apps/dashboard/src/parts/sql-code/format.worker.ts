import { formatSql } from '@stoa/sql/format'

// Sets a long text in lines, beside the page.
self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(formatSql(data))
