import { ActionIcon, Box, Group, Paper, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  IconBuildingHospital,
  IconChevronLeft,
  IconChevronRight,
  IconFlask,
  IconHeartRateMonitor,
  IconStethoscope,
} from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../platform/language/t.ts'
import { messages } from './messages.ts'
import styles from './slides.module.css'

const slides = [
  {
    name: t('Hospitals'),
    Icon: IconBuildingHospital,
    text: t(
      'The scanner goes to the hospital unit, the emergency department, or the intensive care unit. Patients who should not be moved are scanned in bed, and the team sees the images in the portal.',
    ),
  },
  {
    name: t('Imaging Centers'),
    Icon: IconHeartRateMonitor,
    text: t(
      'Portable MRI adds capacity without another shielded suite. Bookings, scan requests, and files are in one place, so the front desk does not have to deal with paper.',
    ),
  },
  {
    name: t('Research Facilities'),
    Icon: IconFlask,
    text: t(
      'Studies stay close to their volunteers: repeat scans near home, authorizations signed online, and travel paid back from a photo of the receipt. Each project is kept separate.',
    ),
  },
  {
    name: t('Clinics'),
    Icon: IconStethoscope,
    text: t(
      'Point-of-care imaging during the visit, instead of a second appointment somewhere else. The physician can open the scan with the patient in the room.',
    ),
  },
]

const place = (index: number) => t('{number} of {all}', { number: index + 1, all: slides.length })

const Slide = ({ index, isCurrent }: { index: number; isCurrent: boolean }) => {
  const { name, Icon, text } = slides[index]!
  return (
    <Box
      className={styles.slide}
      role="group"
      aria-roledescription={t('slide')}
      aria-label={`${place(index)}: ${name}`}
      aria-current={isCurrent}
    >
      <Paper withBorder p={{ base: 'md', sm: 'xl' }} radius="lg" h="100%" bg="var(--fornix-surface)">
        <ThemeIcon size={52} radius="md" variant="light">
          <Icon size={28} aria-hidden />
        </ThemeIcon>
        <Title order={3} mt="md" mb={4}>
          {name}
        </Title>
        <Text c="dimmed">{text}</Text>
      </Paper>
    </Box>
  )
}

/** Four slides that wrap around in both directions; nothing moves unless the visitor wants it to. */
export function WhoWeServe() {
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const movedByHand = useRef(false)
  const still = useReducedMotion()
  const turn = (by: number) => {
    const next = (current + by + slides.length) % slides.length
    setCurrent(next)
    movedByHand.current = false
    const slide = list.current?.children[next]
    // Not scrollIntoView, which would also move the page.
    if (slide instanceof HTMLElement)
      list.current?.scrollTo({ left: slide.offsetLeft - list.current.offsetLeft, behavior: still ? 'auto' : 'smooth' })
  }
  const turnByKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    // The browser would otherwise scroll, too.
    event.preventDefault()
    turn(by)
  }
  const touch = () => {
    movedByHand.current = true
  }
  /** After a swipe or the wheel. The last slides cannot reach the edge: scrolling ends before. */
  const follow = () => {
    const row = list.current
    if (!row || !movedByHand.current || row.scrollLeft + row.clientWidth >= row.scrollWidth - 1) return
    const offsets = [...row.children].map((slide) => (slide as HTMLElement).offsetLeft - row.offsetLeft)
    const distances = offsets.map((offset) => Math.abs(offset - row.scrollLeft))
    setCurrent(distances.indexOf(Math.min(...distances)))
  }
  return (
    <section aria-labelledby="who-we-serve" onKeyDown={turnByKey}>
      <Group justify="space-between" mb="lg">
        <Title order={2} id="who-we-serve">
          {messages.whoWeServe}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" aria-hidden style={{ whiteSpace: 'nowrap' }}>
            {place(current)}
          </Text>
          <ActionIcon variant="default" size={44} radius="xl" aria-label={t('Previous slide')} onClick={() => turn(-1)}>
            <IconChevronLeft size={22} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" size={44} radius="xl" aria-label={t('Next slide')} onClick={() => turn(1)}>
            <IconChevronRight size={22} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <VisuallyHidden role="status">{t('Slide {place}', { place: place(current) })}</VisuallyHidden>
      <Box
        ref={list}
        onPointerDown={touch}
        onWheel={touch}
        onScrollEnd={follow}
        className={styles.slides}
        role="region"
        aria-roledescription={t('carousel')}
        aria-label={messages.slides}
        tabIndex={0}
      >
        {slides.map(({ name }, index) => (
          <Slide key={name} index={index} isCurrent={index === current} />
        ))}
      </Box>
    </section>
  )
}
