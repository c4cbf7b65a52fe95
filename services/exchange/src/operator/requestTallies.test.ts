import { describe, expect, it } from 'vitest'
import { createRequestTallies } from './requestTallies.ts'

describe('request tallies', () => {
  it('are counted by method, route and status, and told in buckets that hold all smaller ones', () => {
    const tallies = createRequestTallies()
    const route = '/v2/orders'
    for (const [status, seconds] of [
      [200, 0.0005],
      [200, 0.3],
      [429, 9],
    ] as const)
      tallies.note({ method: 'POST', route, status, seconds })
    tallies.note({ method: 'GET', route, status: 200, seconds: 0.001 })
    const lines = tallies.text().split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE vest_http_requests_total counter',
        'vest_http_requests_total{method="POST",route="/v2/orders",status="200"} 2',
        'vest_http_requests_total{method="POST",route="/v2/orders",status="429"} 1',
        'vest_http_requests_total{method="GET",route="/v2/orders",status="200"} 1',
        '# TYPE vest_http_request_seconds histogram',
        'vest_http_request_seconds_bucket{le="0.0005",method="POST",route="/v2/orders"} 1',
        'vest_http_request_seconds_bucket{le="0.25",method="POST",route="/v2/orders"} 1',
        'vest_http_request_seconds_bucket{le="0.5",method="POST",route="/v2/orders"} 2',
        'vest_http_request_seconds_bucket{le="5",method="POST",route="/v2/orders"} 2',
        'vest_http_request_seconds_bucket{le="+Inf",method="POST",route="/v2/orders"} 3',
        'vest_http_request_seconds_sum{method="POST",route="/v2/orders"} 9.3005',
        'vest_http_request_seconds_count{method="POST",route="/v2/orders"} 3',
        'vest_http_request_seconds_count{method="GET",route="/v2/orders"} 1',
      ]),
    )
    expect(lines.at(-1)).toBe('')
  })

  it('a name that holds marks of the format does not end its label', () => {
    const tallies = createRequestTallies()
    tallies.note({ method: 'GET', route: '/a"b\\c\n', status: 200, seconds: 1 })
    expect(tallies.text()).toContain('route="/a\\"b\\\\c\\n",status="200"} 1\n')
  })
})
