import type { Slot } from '@fornix/contract'
import { Button, Group, Radio, SimpleGrid, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { Ref } from 'react'
import { dayName, siteTime } from '../../platform/language/site-time.ts'
import classes from './booking.module.css'
import { messages } from './messages.ts'

type Props = {
  day: string
  slots: readonly Slot[]
  timeZone: string
  value: string | null
  onChange: (start: string) => void
  onOtherDay: () => void
  heading: Ref<HTMLParagraphElement>
}

/** The free times of a day. The line with their count takes the focus when a day is selected, and so is read aloud. */
export const TimeChoice = ({ day, slots, timeZone, value, onChange, onOtherDay, heading }: Props) => (
  <>
    <Text ref={heading} tabIndex={-1} c="dimmed" size="sm" className={classes.count}>
      {messages.time.free(slots.length, dayName(day))}
    </Text>
    <Radio.Group value={value} onChange={onChange} aria-label={messages.time.group(dayName(day))}>
      <SimpleGrid cols={2} spacing={{ base: 8, xs: 'sm' }}>
        {slots.map(({ start }) => (
          <Radio.Card
            key={start}
            value={start}
            radius="md"
            className={classes.time}
            // One Tab stop: arrow keys select among them.
            tabIndex={start === (value ?? slots[0]?.start) ? 0 : -1}
          >
            <Group gap="min(0.75rem, 2vw)" wrap="nowrap">
              <Radio.Indicator className={classes.indicator} />
              <Text fw={600} className="tabular">
                {siteTime(start, timeZone)}
              </Text>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
    <Button
      variant="subtle"
      mt="sm"
      ml={-12}
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={onOtherDay}
    >
      {messages.time.other}
    </Button>
  </>
)
