import { IconEye, IconLock, IconUserCheck } from '@tabler/icons-react'
import { t } from '../../platform/language/t.ts'
import styles from './Trust.module.css'

const promises = [
  { Icon: IconLock, text: t('Every file is encrypted') },
  { Icon: IconEye, text: t('You see who opened your record') },
  { Icon: IconUserCheck, text: t('Only your clinic and people you choose see it') },
]

/** What the portal does for privacy, in three lines that are true of every project. */
export function Trust() {
  return (
    <ul className={styles['trust']}>
      {promises.map(({ Icon, text }) => (
        <li key={text}>
          <Icon size={20} aria-hidden />
          {text}
        </li>
      ))}
    </ul>
  )
}
