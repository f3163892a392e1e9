"""Plays an implementation of OneBot v11 with people in its groups, and times a bot's answers.

chat.py NAME PORT ROLL SETUP: NAME is the row's name; the bot dials ws://127.0.0.1:PORT; ROLL is what people
type, with {n} for its number; SETUP is `yes` where groups must make a table and people sit down first.
Prints a row of a table."""
import asyncio, itertools, json, statistics, sys, time
from aiohttp import WSMsgType, web

NAME, PORT, ROLL, SETUP = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4] == "yes"
ALONE, GROUPS, PEOPLE, EACH = 60, 10, 5, 40
ids, state = itertools.count(1), {"socket": None, "waiting": {}, "answers": 0}
known = asyncio.Event()


async def say(group, user, text):
    sender = {"user_id": user, "nickname": f"u{user}", "card": "", "role": "member"}
    number = next(ids)
    await state["socket"].send_str(json.dumps({
        "time": int(time.time()), "self_id": 10001, "post_type": "message", "message_type": "group", "sub_type": "normal",
        "message_id": number, "group_id": group, "user_id": user, "anonymous": None, "raw_message": text, "font": 0,
        "message": [{"type": "text", "data": {"text": text}}], "sender": sender}))


async def wait(mark):
    future = asyncio.get_running_loop().create_future()
    state["waiting"][mark] = future
    return future


def heard(text):
    now = time.perf_counter()
    for mark in [mark for mark in state["waiting"] if mark in text]:
        state["waiting"].pop(mark).set_result(now)


async def serve(request):
    socket = web.WebSocketResponse(max_msg_size=0)
    await socket.prepare(request)
    state["socket"] = socket
    await socket.send_json({"time": 0, "self_id": 10001, "post_type": "meta_event", "meta_event_type": "lifecycle", "sub_type": "connect"})
    known.set()
    async for frame in socket:
        if frame.type != WSMsgType.TEXT:
            continue
        call = json.loads(frame.data)
        data = {"user_id": 10001, "nickname": "peer"}
        if call["action"].startswith("send_"):
            state["answers"] += 1
            message = call["params"]["message"]
            if isinstance(message, list):
                message = "".join(s["data"].get("text", "") for s in message if s["type"] == "text")
            heard(message)
            data = {"message_id": next(ids)}
        await socket.send_str(json.dumps({"status": "ok", "retcode": 0, "data": data, "echo": call.get("echo")}))
    return socket


async def ask(group, user, text, mark):
    answered = await wait(mark)
    begun = time.perf_counter()
    await say(group, user, text)
    return await asyncio.wait_for(answered, 60) - begun


async def greet():
    """Until it answers: while a bot starts, what is said is lost on it."""
    while True:
        try:
            return await asyncio.wait_for(ask(1, 1, ".bot on" if SETUP else "hello", "我在" if SETUP else "hello"), 2)
        except asyncio.TimeoutError:
            state["waiting"].clear()


async def main():
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", PORT).start()
    await asyncio.wait_for(known.wait(), 120)
    await greet()
    if SETUP:
        for group in range(1, GROUPS + 1):
            await ask(group, group * 100, f".table new mist-2d6 t{group}", f"「t{group}」")
            for person in range(1, PEOPLE + 1):
                await ask(group, group * 100 + person, ".join", f"的u{group * 100 + person}。")
                await asyncio.sleep(1)
    # One at a time, further apart than any pace of sending.
    times = []
    for n in range(ALONE):
        times.append(await ask(1, 101, ROLL.format(n=f"a{n}z"), f"a{n}z") * 1000)
        await asyncio.sleep(0.9)
    # All at once, and the time until the last is answered.
    before, waits = state["answers"], []
    typed = [(group, group * 100 + person, f"b{group}g{person}p{n}z") for n in range(EACH)
             for group in range(1, GROUPS + 1) for person in range(1, PEOPLE + 1)]
    for *_, mark in typed:
        waits.append(await wait(mark))
    begun = time.perf_counter()
    for group, user, mark in typed:
        await say(group, user, ROLL.format(n=mark))
    last = max(await asyncio.wait_for(asyncio.gather(*waits), 300)) - begun
    times.sort()
    print(f"| {NAME} | {statistics.median(times):.1f} ms | {times[int(len(times) * 0.95)]:.1f} ms | {times[-1]:.1f} ms "
          f"| {len(typed)} | {last:.1f} s | {len(typed) / last:.0f} | {state['answers'] - before} |", flush=True)


asyncio.run(main())
