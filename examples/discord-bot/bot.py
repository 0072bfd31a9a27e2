"""A bot with dice, chests, secret roles and raffles: DISCORD_TOKEN=… VRF_KEY=… python bot.py"""

import asyncio
import io
import json
import os
import time

import discord
from discord.ext import commands
from shuffle_and_deal import AsyncService, AsyncTable, SQLiteStore

# when round 1 of drand's quicknet was due; a round takes 3 seconds
GENESIS = 1692803367
service, store = AsyncService("http://localhost:8000"), SQLiteStore("bot.db")
drand = AsyncService(
    "https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
)
bot = commands.Bot(command_prefix="!", intents=discord.Intents.all())


async def send(receiver, text, proof):
    await receiver.send(
        text, file=discord.File(io.BytesIO(json.dumps(proof).encode()), "proof.json")
    )


@bot.command()
async def roll(ctx, dice, *, words):
    """Roll dice: !roll 3d6 any words. The member chooses the words, then Discord the number of the message."""
    count, sides = map(int, dice.split("d"))
    prove = {
        "key": os.environ["VRF_KEY"],
        "game": f"message {ctx.message.id}",
        "round": 1,
        "players": [words],
    }
    rolled = await service.call(
        "/v1/integers",
        {"max": sides, "count": count, "replacement": True, "prove": prove},
    )
    await send(ctx, f"{ctx.author.name} rolls {rolled['integers']}", rolled)


def name_thing(numbers):
    since_epic = 0
    for number in numbers:
        # of 1,000: an epic comes at the latest in the 90th chest
        epic = 6 + 60 * max(0, since_epic - 72)
        since_epic = 0 if number <= epic else since_epic + 1
    return (
        "an epic"
        if number <= epic
        else "a rare thing"
        if number <= epic + 51
        else "a common thing"
    )


@bot.command(name="open")
async def open_chest(ctx, *, words=""):
    """Open a chest. Before the first one, the member sees a commitment and chooses words: !open any words"""
    table = AsyncTable(service, store, f"chests of {ctx.author.id}")
    opened = await table.open(max=1000, label=table.name)
    if words:
        await table.draw("words", 1, client_seed=words)  # the first number is not used
    elif not await table.views():
        return await ctx.send(
            f"Note {opened['commitment']}, then choose your words: !open any words"
        )
    turn = await table.draw(f"message {ctx.message.id}", 1, reshuffle=True)
    numbers = [view["integers"][0] for view in await table.views()][
        1 : turn.response["draws"]
    ]
    await ctx.send(
        f"{ctx.author.name}, chest {len(numbers)}, number {numbers[-1]}: {name_thing(numbers)}"
    )


async def seal(ctx, table, label, **terms):
    """Show the commitment of a shoe, wait for a round of drand that was still to come, and return its randomness."""
    # the first one stays
    store.save(f"round for {table.name}", 0, str(int(time.time() - GENESIS) // 3 + 12))
    (number,) = store.load(f"round for {table.name}", 0)
    opened = await table.open(label=f"{label}, quicknet round {number}", **terms)
    await send(
        ctx,
        f"Note {opened['commitment']}: round {number} of drand decides.",
        opened["terms"],
    )
    await asyncio.sleep(GENESIS + 3 * int(number) - time.time())
    return (await drand.call(f"/public/{number}"))["randomness"]


@bot.command()
async def roles(ctx, game, *members: discord.Member):
    """Tell each member a role of the werewolf game: !roles monday @Ann @Bob @Cem @Dee"""
    table = AsyncTable(service, store, f"roles {game} of {ctx.author.id}")
    items = [
        "werewolf",
        "seer",
        "healer",
        *["villager", "villager", "werewolf"] * len(members),
    ][: len(members)]
    seed = await seal(
        ctx,
        table,
        ", ".join(member.name for member in members),
        items=items,
        hands=len(items),
        cards=1,
    )
    dealt = await table.deal("roles", client_seed=seed)
    for seat, member in enumerate(members, 1):
        view = dealt.view(str(seat))
        await send(
            member, f"You have number {seat}: {view['hands'][seat - 1]['cards']}", view
        )


@bot.command()
async def join(ctx, raffle):
    """Take part in a raffle: !join spring"""
    names, end = store.load(f"names of {raffle}", 0), store.load(f"end of {raffle}", 0)
    is_new = (
        not end
        and ctx.author.name not in names
        and store.save(f"names of {raffle}", len(names), ctx.author.name)
    )
    await ctx.send(
        f"{ctx.author.name} takes part."
        if is_new
        else "You take part already, or the raffle is closed."
    )


@bot.command()
async def draw(ctx, raffle, count: int):
    """Close a raffle and draw the winners: !draw spring 2"""
    # the first list stays
    store.save(f"end of {raffle}", 0, json.dumps(store.load(f"names of {raffle}", 0)))
    table, names = (
        AsyncTable(service, store, f"winners of {raffle}"),
        json.loads(store.load(f"end of {raffle}", 0)[0]),
    )
    seed = await seal(ctx, table, f"{count} winners", items=names, reshuffle="never")
    drawn = await table.draw("winners", count, client_seed=seed)
    await table.reveal()
    await send(ctx, f"The winners: {', '.join(drawn.cards)}", await table.proof())


@bot.command()
async def prove(ctx, *, name):
    """End a game of one's own and show its proof: !prove chests, !prove roles monday"""
    table = AsyncTable(service, store, f"{name} of {ctx.author.id}")
    await table.reveal()
    await send(ctx, "The game is over.", await table.proof())


bot.run(os.environ["DISCORD_TOKEN"])
