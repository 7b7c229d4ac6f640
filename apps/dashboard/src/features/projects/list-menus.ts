import { lateModule } from '../../parts/frame/late.tsx'

/** The menus of the project list, which most visits never open. */
export const LIST_MENUS = lateModule(() => import('./ListMenus.tsx'))
