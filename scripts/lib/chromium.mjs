import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Refusal, say } from './environment.mjs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds Chromium for the browser tests; on Debian, as root, it is installed when it is missing. */
export function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH
  const found = (chosen ? [chosen] : PLACES).find((place) => existsSync(place))
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say('Installing Chromium for the browser tests.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { stdio: ['ignore', 'ignore', 'inherit'], env }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], options)
    const installed = PLACES.find((place) => existsSync(place))
    if (installed) return installed
  }
  throw new Refusal(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}
