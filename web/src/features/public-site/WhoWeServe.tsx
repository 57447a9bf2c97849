import '@mantine/carousel/styles.css'
import { Carousel } from '@mantine/carousel'
import { ActionIcon, Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  IconBuildingHospital,
  IconChevronLeft,
  IconChevronRight,
  IconFlask,
  IconHeartRateMonitor,
  IconStethoscope,
} from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { messages } from './messages.ts'

type Embla = Parameters<NonNullable<ComponentProps<typeof Carousel>['getEmblaApi']>>[0]

const slides = [
  {
    name: 'Hospitals',
    Icon: IconBuildingHospital,
    text: 'The scanner goes to the ward, the emergency department or the intensive care unit. A person who should not be moved is imaged where they lie, and the team sees the slices in the portal.',
  },
  {
    name: 'Imaging Centers',
    Icon: IconHeartRateMonitor,
    text: 'Portable MRI adds room in the schedule without a shielded suite. Bookings, scan requests and files stand in one place, so that the desk does not have to chase paper.',
  },
  {
    name: 'Research Facilities',
    Icon: IconFlask,
    text: 'Studies keep their volunteers close: repeated scans near home, authorizations signed online, travel paid back from a photographed receipt, and each project apart from the others.',
  },
  {
    name: 'Clinics',
    Icon: IconStethoscope,
    text: 'Point-of-care imaging during the visit instead of a second appointment elsewhere. The physician opens the scan with the patient in the room.',
  },
]

/** Four slides that wrap around in both directions; nothing moves unless the visitor asks. */
export function WhoWeServe() {
  const [embla, setEmbla] = useState<Embla | null>(null)
  const [current, setCurrent] = useState(0)
  const still = useReducedMotion()
  const turn = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') embla?.scrollPrev(still)
    if (key === 'ArrowRight') embla?.scrollNext(still)
  }
  return (
    <section aria-labelledby="who-we-serve" onKeyDown={turn}>
      <Group justify="space-between" mb="lg" wrap="nowrap">
        <Title order={2} id="who-we-serve">
          {messages.whoWeServe}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" aria-hidden>
            {current + 1} of {slides.length}
          </Text>
          <ActionIcon
            variant="default"
            size={44}
            radius="xl"
            aria-label="Previous slide"
            onClick={() => embla?.scrollPrev(still)}
          >
            <IconChevronLeft size={22} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            radius="xl"
            aria-label="Next slide"
            onClick={() => embla?.scrollNext(still)}
          >
            <IconChevronRight size={22} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Carousel
        aria-label={messages.slides}
        tabIndex={0}
        withKeyboardEvents={false}
        withControls={false}
        slideSize={{ base: '100%', sm: '70%', md: '46%' }}
        slideGap="md"
        emblaOptions={{ loop: true, align: 'start' }}
        getEmblaApi={setEmbla}
        onSlideChange={setCurrent}
      >
        {slides.map(({ name, Icon, text }, index) => (
          <Carousel.Slide
            key={name}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${name}`}
            aria-current={index === current}
          >
            <Paper withBorder p="xl" radius="lg" h="100%" bg="var(--fornix-surface)">
              <ThemeIcon size={52} radius="md" variant="light">
                <Icon size={28} aria-hidden />
              </ThemeIcon>
              <Title order={3} mt="md" mb={4}>
                {name}
              </Title>
              <Text c="dimmed">{text}</Text>
            </Paper>
          </Carousel.Slide>
        ))}
      </Carousel>
    </section>
  )
}
