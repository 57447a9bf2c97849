import { SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import styles from './controls.module.css'
import { messages } from './messages.ts'
import { fastest, type Played, type Player, slowest } from './use-player.ts'

const isWay = (value: string): value is Played => value === 'times' || value === 'slices'

/** Play and pause, what is played, and how fast. */
export const PlayControls = ({ ways, what, isPlaying, perSecond, setPerSecond, choose, toggle }: Player) => {
  if (!what) return null
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay
  return (
    <div className={styles.group}>
      <div className={styles.commands}>
        <UnstyledButton className={styles.command} onClick={toggle}>
          <span className={styles.play}>
            <Icon size={14} aria-hidden /> {isPlaying ? messages.pause : messages.play}
          </span>
          <kbd>{messages.spaceKey}</kbd>
        </UnstyledButton>
        {ways.length > 1 && (
          <SegmentedControl
            className={styles.ways}
            size="xs"
            aria-label={messages.staff.playThrough}
            data={ways.map((value) => ({ value, label: messages.staff[value] }))}
            value={what}
            onChange={(value) => isWay(value) && choose(value)}
          />
        )}
      </div>
      <label>
        <Text span size="sm">
          {messages.speed}: {messages.perSecond(perSecond)}
        </Text>
        <input
          className={styles.slider}
          type="range"
          aria-label={messages.speed}
          min={slowest}
          max={fastest}
          value={perSecond}
          aria-valuetext={messages.perSecond(perSecond)}
          onChange={({ currentTarget }) => setPerSecond(Number(currentTarget.value))}
        />
      </label>
    </div>
  )
}
