import { Outlet } from 'react-router'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import { OfflineBar } from '../../ui/shell/OfflineBar.tsx'
import { SkipLink } from '../../ui/shell/SkipLink.tsx'
import { PublicFooter } from './PublicFooter.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import styles from './shell.module.css'

/** The shell of the public pages; each page sets its own width. */
export const PublicShell = () => (
  <div className={styles.page}>
    <SkipLink />
    <PublicHeader />
    <main id="main" tabIndex={-1} className={styles.main}>
      <NoticeBar inset />
      <Outlet />
    </main>
    <PublicFooter />
    <OfflineBar />
  </div>
)
