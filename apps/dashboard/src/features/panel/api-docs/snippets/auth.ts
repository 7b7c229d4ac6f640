import { curl, type Snippet, type Target } from './snippet.ts'

const EMAIL = 'someone@example.com'
const PASSWORD = 'a-long-password'
const TOKEN = { Authorization: 'Bearer $USER_TOKEN' }

const call = (title: string, text: string, js: string, bash: string | null): Snippet => ({
  title,
  text,
  Javascript: js,
  Bash: bash,
})

/** Signing people up, in and out, and inviting them. */
export function authSnippets(target: Target): Snippet[] {
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    curl(target, { method: 'POST', path: `/auth/v1/${path}`, body, ...(headers && { headers }) })
  return [
    call(
      'Sign up',
      'Makes a user with an email address and a password.',
      `const { data, error } = await supabase.auth.signUp({\n  email: '${EMAIL}',\n  password: '${PASSWORD}',\n})`,
      post('signup', { email: EMAIL, password: PASSWORD }),
    ),
    call(
      'Log in with email and password',
      'Gives a session, whose token the client sends with every request from then on.',
      `const { data, error } = await supabase.auth.signInWithPassword({\n  email: '${EMAIL}',\n  password: '${PASSWORD}',\n})`,
      post('token?grant_type=password', { email: EMAIL, password: PASSWORD }),
    ),
    call(
      'Log in with a magic link',
      'Sends a link that signs its reader in, without a password.',
      `const { data, error } = await supabase.auth.signInWithOtp({ email: '${EMAIL}' })`,
      post('magiclink', { email: EMAIL }),
    ),
    call(
      'Get the user',
      'Asks the server who is signed in.',
      'const { data: { user } } = await supabase.auth.getUser()',
      curl(target, { path: '/auth/v1/user', headers: TOKEN }),
    ),
    call(
      'Forgotten password',
      'Sends a link that lets its reader choose a new password.',
      `const { data, error } = await supabase.auth.resetPasswordForEmail('${EMAIL}')`,
      post('recover', { email: EMAIL }),
    ),
    call(
      'Change the user',
      'Changes the email address, the password or the data kept with the user.',
      `const { data, error } = await supabase.auth.updateUser({\n  data: { hello: 'world' },\n})`,
      curl(target, { method: 'PUT', path: '/auth/v1/user', headers: TOKEN, body: { data: { hello: 'world' } } }),
    ),
    call(
      'Log out',
      'Ends the session.',
      'const { error } = await supabase.auth.signOut()',
      curl(target, { method: 'POST', path: '/auth/v1/logout', headers: TOKEN }),
    ),
    call(
      'Invite a user',
      'Sends an invitation. It needs the service key, so it belongs on a server.',
      `const { data, error } = await supabase.auth.admin.inviteUserByEmail('${EMAIL}')`,
      curl(target, { method: 'POST', path: '/auth/v1/invite', body: { email: EMAIL }, key: 'service_role' }),
    ),
  ]
}
