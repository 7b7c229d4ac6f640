/** What a trace has to hold for the tasks of a page's main thread. */
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
/** Counts all objects with every collection of garbage, which takes hundreds of ms of the thread that is looked at. */
const DEAR = 'disabled-by-default-v8.gc_stats'
// Which Chromium also calls RunTask, one around the other.
const TASK = 'ThreadControllerImpl::RunTask'

/** The tasks of the page's main thread: that of the renderer which had most to do. Times are in ms. */
function tasksOf(events) {
  const threads = new Map(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => [`${pid} ${tid}`, []]),
  )
  // What is still running at the end has no length.
  for (const { name, pid, tid, dur, tdur } of events)
    if (name === TASK && dur !== undefined)
      threads.get(`${pid} ${tid}`)?.push({ wall: dur / 1000, processor: (tdur ?? dur) / 1000 })
  const busy = (tasks) => tasks.reduce((sum, { processor }) => sum + processor, 0)
  return [...threads.values()].sort((a, b) => busy(b) - busy(a))[0] ?? []
}

const FRAMES = `(() => {
  const frames = (window.__frames = [])
  const step = (at) => { if (window.__frames === frames) { frames.push(at); requestAnimationFrame(step) } }
  requestAnimationFrame(step)
})()`

/**
 * Does something while Chromium traces the page.
 * @param session as `openBrowser` gives it
 * @param act what is done
 * @returns in ms: the longest task of the page's main thread by the clock and by its processor time, how much
 *   processor time all tasks took, the median and the longest time between two frames
 */
export async function traced({ page, cdp }, act) {
  const events = []
  const take = ({ value }) => events.push(...value)
  cdp.on('Tracing.dataCollected', take)
  await page.evaluate(FRAMES).catch(() => {})
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: CATEGORIES,
      excludedCategories: [DEAR],
    },
  })
  try {
    await act()
  } finally {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    cdp.off('Tracing.dataCollected', take)
  }
  // A page that was loaded meanwhile has none of them.
  const frames = await page.evaluate(
    '(() => { const all = window.__frames ?? []; window.__frames = null; return all })()',
  )
  const between = frames
    .slice(1)
    .map((at, index) => at - frames[index])
    .sort((a, b) => a - b)
  const tasks = tasksOf(events)
  return {
    task_ms: Math.max(0, ...tasks.map(({ wall }) => wall)),
    task_cpu_ms: Math.max(0, ...tasks.map(({ processor }) => processor)),
    cpu_ms: tasks.reduce((sum, { processor }) => sum + processor, 0),
    frame_ms: between[Math.floor(between.length / 2)] ?? Number.NaN,
    frame_max_ms: between.at(-1) ?? Number.NaN,
  }
}
