import type { Snippet } from './snippet.ts'

/** How long after a client has gone the server tidies up its subscriptions, in seconds. */
export const CLEANUP_SECONDS = 30

/** Joining a channel and leaving it. */
export const realtimeSnippets = (): Snippet[] => [
  {
    title: 'Creating a channel',
    text: 'Clients that join a channel of the same name can send each other messages.',
    Javascript: `const channel = supabase
  .channel('room1')
  .on('broadcast', { event: 'cursor' }, (payload) => console.log('Cursor position', payload))
  .subscribe((status) => {
    if (status === 'SUBSCRIBED')
      channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1, y: 2 } })
  })`,
    Bash: null,
  },
  {
    title: 'Unsubscribing',
    text: `Leave channels that are no longer needed: it keeps the database and the server quick. A client that just goes away is cleaned up ${CLEANUP_SECONDS} seconds after it disconnected.`,
    Javascript: `supabase.removeChannel(supabase.channel('room1'))\n\nsupabase.removeAllChannels()`,
    Bash: null,
  },
]
