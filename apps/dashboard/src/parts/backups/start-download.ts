/**
 * Lets the browser download a file, without leaving the page.
 * @param url an address that answers with the file, on this server or where it says
 */
export function startDownload(url: string): void {
  const link = document.createElement('a')
  link.href = url
  // The name is the server's to give; an empty one only says that this is no page to open.
  link.download = ''
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
