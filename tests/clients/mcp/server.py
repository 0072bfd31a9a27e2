import os

import httpx2
from fastmcp import FastMCP

URL = os.environ.get("BASE_URL", "http://localhost:8000")
TOOLS = """list_game_names deal_game_post list_decks shuffle_deck draw_integers draw_items shuffle_items list_rankings
    rank_hands open_sealed_shoe deal_stage draw_from_shoe reveal_shoe verify_result"""
WITHOUT = "prove sign consent consents leaves view_keys auditor strata"

query = f"operations={','.join(TOOLS.split())}&without={','.join(WITHOUT.split())}"
document = httpx2.get(f"{URL}/openapi.json?{query}").raise_for_status().json()
service = httpx2.AsyncClient(base_url=URL)
FastMCP.from_openapi(document, service, name="Cards", validate_output=False).run(show_banner=False)
