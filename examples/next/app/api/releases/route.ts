import { EndpointError } from 'endpoint.js';
import type { NextRequest } from 'next/server';
import { fetchReleases } from '../../github';

/** A route handler for the browser's scripts: `/api/releases?owner=…&repo=…`. */
export async function GET({ nextUrl: { searchParams } }: NextRequest): Promise<Response> {
  try {
    const { status, body } = await fetchReleases(searchParams.get('owner') ?? '', searchParams.get('repo') ?? '');
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  } catch (error) {
    if (!(error instanceof EndpointError)) throw error;
    const { code, parameter, message } = error;
    return Response.json({ code, parameter, message }, { status: 400 });
  }
}
