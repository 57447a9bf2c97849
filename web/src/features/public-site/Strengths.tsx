import { Anchor, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBed, IconCertificate, IconRobot } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import styles from './LandingPage.module.css'
import { ScannerDrawing } from './ScannerDrawing.tsx'

const strengths = [
  {
    name: t('Point-of-care imaging'),
    Icon: IconBed,
    text: t(
      'The scan happens where the decision is made: in the hospital unit, in the emergency department, or in the clinic.',
    ),
  },
  {
    name: t('A robotic and AI platform'),
    Icon: IconRobot,
    text: t(
      'Robotics place the scanner and the head in the same position every time. AI plans the scan and turns a faint signal into a clear image. Physicians read the scans made for care.',
    ),
  },
  {
    name: t('Over 30 patents'),
    Icon: IconCertificate,
    text: t(
      'The magnet, the coils, and the way the image is built come from years of research, which goes on with every study.',
    ),
  },
]

export function Strengths() {
  return (
    <section aria-labelledby="strengths">
      <Paper
        radius="lg"
        p={{ base: 'lg', sm: 40 }}
        bg="var(--fornix-highlight)"
        c="white"
        className={styles['onColor'] ?? ''}
      >
        <SimpleGrid
          cols={{ base: 1, md: 2 }}
          spacing={{ base: 'md', md: 'xl' }}
          mb={{ base: 'md', md: 'xl' }}
          style={{ alignItems: 'center' }}
        >
          <div>
            <Title order={2} id="strengths">
              {t('Small magnet, short trip')}
            </Title>
            <Text fz={{ base: 'md', sm: 'lg' }} mt="xs">
              {t(
                'A portable scanner uses a weak magnet, needs no shielded room, and plugs into a wall outlet. The scanner travels through the hospital, and the patient stays in bed.',
              )}
            </Text>
          </div>
          <ScannerDrawing />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing={{ base: 'md', md: 'xl' }}>
          {strengths.map(({ name, text, Icon }) => (
            <div key={name}>
              <Group gap="xs" wrap="nowrap">
                <Icon size={28} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
                <Title order={3} size="h4">
                  {name}
                </Title>
              </Group>
              {/* A phone shows the headings alone: the page behind the link says more. */}
              <Text mt={4} visibleFrom="sm">
                {text}
              </Text>
            </div>
          ))}
        </SimpleGrid>
        <Anchor
          component={Link}
          to={paths.about}
          c="white"
          td="underline"
          fw={600}
          mt={{ base: 'md', md: 'xl' }}
          display="inline-block"
        >
          {t('Learn about portable MRI')}
        </Anchor>
      </Paper>
    </section>
  )
}
