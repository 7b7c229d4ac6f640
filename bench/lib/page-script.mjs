/**
 * Runs in every page before its own scripts. It notes paints, long tasks and the last input, and offers `until`, which
 * resolves with the time at which something that became true had been painted. All times are the page's own, so that
 * the way from the driver to the browser is in none of them.
 */
export const INSTRUMENTS = `(() => {
  if (window.__bench) return
  const bench = (window.__bench = { firstPaint: 0, largestPaint: 0, longTasks: [], lastInput: 0, visibleAt: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') bench.firstPaint = entry.startTime })
  observe('largest-contentful-paint', (entry) => { bench.largestPaint = entry.startTime })
  observe('longtask', (entry) => { bench.longTasks.push([entry.startTime, entry.duration]) })
  for (const type of ['pointerdown', 'click', 'keydown'])
    addEventListener(type, (event) => { if (event.isTrusted) bench.lastInput = event.timeStamp }, { capture: true, passive: true })
  const shown = (element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && box.top < innerHeight
  }
  bench.visible = (selector) => [...document.querySelectorAll(selector)].find(shown) ?? null
  bench.hasCell = (selector, text) => {
    for (const cell of document.querySelectorAll(selector))
      if (cell.textContent.trim() === text && shown(cell)) return true
    return false
  }
  bench.until = (isTrue, timeoutMs) => new Promise((resolve, reject) => {
    const began = performance.now()
    const step = () => {
      let value = false
      try { value = isTrue() } catch {}
      // The frame after the one that drew it, and then a task of its own: by now it is on the screen.
      if (value) requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now())
        channel.port2.postMessage(0)
      })
      else if (performance.now() - began > timeoutMs) reject(new Error('timeout of ' + isTrue))
      else requestAnimationFrame(step)
    }
    step()
  })
})()`

/** An expression that is true once a cell with exactly this text is on the screen. */
export const cellShown = (selector, text) =>
  `window.__bench.hasCell(${JSON.stringify(selector)}, ${JSON.stringify(text)})`

let typed = 0

/**
 * An expression that resolves with the time at which one could type: the editor's element was there, took the focus
 * and showed an inserted word. Every expression has a word of its own, as products bring back what was typed before.
 * @param editor.input selector of the element that takes the focus
 * @param editor.text selector of the element that shows what was typed, unless it is the same
 */
export function typable(editor, timeoutMs) {
  typed += 1
  return `(async () => {
  const bench = window.__bench
  const input = ${JSON.stringify(editor.input)}
  const word = 'zq${typed}w'
  const shownText = () => {
    const element = document.querySelector(${JSON.stringify(editor.text ?? editor.input)})
    return element ? (element.value ?? '') + element.textContent : ''
  }
  await bench.until(() => bench.visible(input), ${timeoutMs})
  bench.visibleAt = performance.now()
  return bench.until(() => {
    if (shownText().includes(word)) return true
    const element = document.querySelector(input)
    if (!element) return false
    if (document.activeElement !== element) element.focus()
    document.execCommand('insertText', false, word)
    return shownText().includes(word)
  }, ${timeoutMs})
})()`
}

/** An expression that resolves with the time at which an element was on the screen. */
export const shows = (selector, timeoutMs) =>
  `window.__bench.until(() => window.__bench.visible(${JSON.stringify(selector)}), ${timeoutMs})`
