import { environment, file, type Guide, install, type Step, type Target } from './guide.ts'

const SUPABASE_JS = install('npm install @supabase/supabase-js')

/** The environment of a framework: what may reach the browser begins with its own prefix. */
const keys = (target: Target, title: string, prefix: string): Step =>
  environment(title, { [`${prefix}SUPABASE_URL`]: target.url, [`${prefix}SUPABASE_ANON_KEY`]: target.anonKey })

/** A file that makes the client from two expressions. */
const client = (title: string, url: string, key: string): Step =>
  file(
    title,
    'Typescript',
    `import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(${url}, ${key})`,
  )

/** A framework that compiles the environment into the code as properties of one object. */
const compiled = (
  guide: Pick<Guide, 'id' | 'label' | 'text'>,
  { env, path, object, prefix }: { env: string; path: string; object: string; prefix: string },
): Guide => ({
  ...guide,
  by: 'key',
  steps: (target) => [
    SUPABASE_JS,
    keys(target, env, prefix),
    client(path, `${object}.${prefix}SUPABASE_URL`, `${object}.${prefix}SUPABASE_ANON_KEY`),
  ],
})

const supabaseJs: Guide = {
  id: 'supabase-js',
  label: 'supabase-js',
  by: 'key',
  text: 'The JavaScript client, in a browser or on a server. The anon key is public: row level security decides what it may do.',
  steps: ({ url, anonKey }) => [
    SUPABASE_JS,
    file(
      'supabase.js',
      'Javascript',
      `import { createClient } from '@supabase/supabase-js'

export const supabase = createClient('${url}', '${anonKey}')`,
    ),
  ],
}

const python: Guide = {
  id: 'python',
  label: 'Python',
  by: 'key',
  text: 'The Python client reads and writes through the API. For SQL, take a database driver instead.',
  steps: (target) => [
    install('pip install supabase'),
    keys(target, '.env', ''),
    file(
      'main.py',
      'Python',
      `import os

from supabase import create_client

supabase = create_client(os.environ["SUPABASE_URL"], os.environ["SUPABASE_ANON_KEY"])`,
    ),
  ],
}

const next = compiled(
  { id: 'nextjs', label: 'Next.js', text: 'Only variables that begin with NEXT_PUBLIC_ reach the browser.' },
  { env: '.env.local', path: 'lib/supabase.ts', object: 'process.env', prefix: 'NEXT_PUBLIC_' },
)
// TypeScript does not know that a variable of the environment is set.
const nextSure: Guide = {
  ...next,
  steps: (target) => next.steps(target).map((step) => (step.language === 'Typescript' ? sure(step) : step)),
}

/** The same file, saying that its variables are set. */
const sure = (step: Step): Step => ({
  ...step,
  code: step.code.replace(/process\.env\.\w+/g, (variable) => `${variable}!`),
})

const vite = compiled(
  { id: 'vite', label: 'Vite, React', text: 'Vite puts variables that begin with VITE_ into the code it builds.' },
  { env: '.env.local', path: 'src/supabase.ts', object: 'import.meta.env', prefix: 'VITE_' },
)

const svelteKit: Guide = {
  id: 'sveltekit',
  label: 'SvelteKit',
  by: 'key',
  text: 'Variables that begin with PUBLIC_ can be imported by code for the browser.',
  steps: (target) => [
    SUPABASE_JS,
    keys(target, '.env', 'PUBLIC_'),
    file(
      'src/lib/supabase.ts',
      'Typescript',
      `import { createClient } from '@supabase/supabase-js'
import { PUBLIC_SUPABASE_ANON_KEY, PUBLIC_SUPABASE_URL } from '$env/static/public'

export const supabase = createClient(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_ANON_KEY)`,
    ),
  ],
}

const nuxt: Guide = {
  id: 'nuxt',
  label: 'Nuxt',
  by: 'key',
  text: 'What stands in the public runtime configuration is filled from the environment when the server starts.',
  steps: (target) => [
    SUPABASE_JS,
    keys(target, '.env', 'NUXT_PUBLIC_'),
    file(
      'nuxt.config.ts',
      'Typescript',
      `export default defineNuxtConfig({
  runtimeConfig: { public: { supabaseUrl: '', supabaseAnonKey: '' } },
})`,
    ),
    file(
      'composables/useSupabase.ts',
      'Typescript',
      `import { createClient } from '@supabase/supabase-js'

export const useSupabase = () => {
  const { supabaseUrl, supabaseAnonKey } = useRuntimeConfig().public
  return createClient(supabaseUrl, supabaseAnonKey)
}`,
    ),
  ],
}

const remix: Guide = {
  id: 'remix',
  label: 'Remix',
  by: 'key',
  text: 'A file whose name ends in .server stays on the server: loaders and actions use this client.',
  steps: (target) => [
    SUPABASE_JS,
    keys(target, '.env', ''),
    sure(client('app/supabase.server.ts', 'process.env.SUPABASE_URL', 'process.env.SUPABASE_ANON_KEY')),
  ],
}

const astro = compiled(
  {
    id: 'astro',
    label: 'Astro',
    text: 'Variables that begin with PUBLIC_ are there on the server and in the browser.',
  },
  { env: '.env', path: 'src/lib/supabase.ts', object: 'import.meta.env', prefix: 'PUBLIC_' },
)

const expo: Guide = {
  id: 'expo',
  label: 'Expo',
  by: 'key',
  text: 'The app keeps its session on the device. A phone needs an address that leads to this platform over its network.',
  steps: (target) => [
    install(
      'npx expo install @supabase/supabase-js @react-native-async-storage/async-storage react-native-url-polyfill',
    ),
    keys(target, '.env', 'EXPO_PUBLIC_'),
    file(
      'lib/supabase.ts',
      'Typescript',
      `import 'react-native-url-polyfill/auto'
import AsyncStorage from '@react-native-async-storage/async-storage'
import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  process.env.EXPO_PUBLIC_SUPABASE_URL!,
  process.env.EXPO_PUBLIC_SUPABASE_ANON_KEY!,
  { auth: { storage: AsyncStorage, detectSessionInUrl: false } },
)`,
    ),
  ],
}

/** Frameworks that speak to the project's APIs. */
export const FRAMEWORKS: readonly Guide[] = [supabaseJs, python, nextSure, vite, svelteKit, nuxt, remix, astro, expo]
