import { ErrorState } from '@stoa/ui'

/** Something failed so early that there is no frame to show it in. */
export function ErrorPage({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-ground p-6">
      <div className="w-full max-w-[440px]">
        <ErrorState title={title} reason={message} onRetry={onRetry} />
      </div>
    </main>
  )
}
