/** Where the chosen theme is kept in the browser: `system`, `light` or `dark`. */
export const THEME_STORAGE_KEY = 'stoa.theme'

/**
 * A script that pins the theme before the first paint. The content security policy allows no inline script,
 * so the app serves this text as a small file of its own and loads it from the head without `defer`.
 */
export const themeScript = `try{var t=localStorage.getItem(${JSON.stringify(THEME_STORAGE_KEY)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}\n`
